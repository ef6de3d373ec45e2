// A player at the keyboard keeps a place on the page of a match. What a press takes away would take the focus with it:
// then the focus goes to the board, and at the end of the match to how it ended.
const BOARD = 'board-title';
const END = 'end-title';

// `board`: what is played on, with the end of the match once it has come; a part of `page`. Returns what ends it.
export function keepFocus(page: HTMLElement, board: HTMLElement): () => void {
  // What had the focus last.
  let had: HTMLElement | undefined;
  let ended = document.getElementById(END) !== null;
  const focused = (event: FocusEvent): void => {
    had = event.target as HTMLElement;
  };
  const changed = (records: MutationRecord[]): void => {
    const end = document.getElementById(END);
    const ends = end !== null && !ended;
    ended = end !== null;
    // Nobody has been here by keyboard.
    if (!had) return;
    const on = document.activeElement;
    // What a press beside everything has left is not lost.
    const taken = (node: Node): boolean => node.contains(had!);
    const lost = on === document.body && records.some(({ removedNodes }) => [...removedNodes].some(taken));
    if (end && (ends ? lost || board.contains(on) : lost && !had.isConnected))
      return end.focus({ preventScroll: true });
    // Among others that changed places, it was put down elsewhere.
    if (lost && had.isConnected) had.focus({ preventScroll: true });
    else if (lost) document.getElementById(BOARD)?.focus({ preventScroll: true });
  };
  const observer = new MutationObserver(changed);
  observer.observe(page, { childList: true, subtree: true });
  page.addEventListener('focusin', focused);
  return () => {
    observer.disconnect();
    page.removeEventListener('focusin', focused);
  };
}
