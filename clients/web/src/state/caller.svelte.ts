// Calls a player who looks elsewhere: a message of the device when it becomes their turn while no page is in sight, and a
// number on the icon of an installed page. Only for who has asked for it.
import type { World } from '../world.svelte';

// The device's own message; a press on it comes to the match.
export async function show(title: string, body: string, address: string, goTo: () => void): Promise<void> {
  const options = { body, tag: address, icon: '/icon-192.png' };
  const worker = await navigator.serviceWorker?.getRegistration();
  // On phones a page can do it through its worker alone.
  if (worker?.active) return worker.showNotification(title, { ...options, data: address });
  const message = new Notification(title, options);
  message.onclick = () => {
    window.focus();
    goTo();
    message.close();
  };
}

// Whether the player lets the page call; asks them where they have not said so yet.
export async function mayCall(): Promise<boolean> {
  if (typeof Notification === 'undefined') return false;
  return (await Notification.requestPermission()) === 'granted';
}

// Calls from now on, whenever the player's settings want it.
export function callsFor(
  { hall, router, settings }: Pick<World, 'hall' | 'router' | 'settings'>,
  says: (id: string) => { title: string; body: string },
): void {
  $effect.root(() => {
    let before = new Set<string>();
    $effect(() => {
      const now = new Set([...hall.matches.plays.values()].filter((play) => play.myTurn).map(({ id }) => id));
      const begun = [...now].filter((id) => !before.has(id));
      before = now;
      const { call } = settings.values;
      void navigator.setAppBadge?.(call ? now.size : 0).catch(() => undefined);
      if (!call || !document.hidden) return;
      for (const id of begun) {
        const { title, body } = says(id);
        const address = `/m/${id}`;
        void show(title, body, address, () => router.go(address)).catch(() => undefined);
      }
    });
  });
}
