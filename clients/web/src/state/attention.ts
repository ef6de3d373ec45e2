// When to look at the connection without being asked: a person comes back to the page, or the device says that its network
// has changed. Where the network is gone a server on the same device may still be there, so it is asked and not cut off.
interface Connected {
  look(): void;
  tryNow(): void;
}

export function attend(connected: Connected): void {
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) connected.look();
  });
  window.addEventListener('focus', () => connected.look());
  window.addEventListener('offline', () => connected.look());
  window.addEventListener('online', () => {
    // A try that is under way may wait for the network that was.
    connected.tryNow();
    connected.look();
  });
}
