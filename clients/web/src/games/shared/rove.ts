// A group of buttons as one stop of the tab key: the arrows go from one to the next.
const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

export function rove(event: KeyboardEvent & { currentTarget: HTMLElement }): void {
  if (event.shiftKey || event.altKey || event.ctrlKey || event.metaKey) return;
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-rove]')];
  const at = all.indexOf(event.target as HTMLElement);
  if (at < 0) return;
  const step = STEPS[event.key];
  const to = event.key === 'Home' ? 0 : event.key === 'End' ? all.length - 1 : step === undefined ? -1 : at + step;
  if (to < 0 || to >= all.length) return;
  event.preventDefault();
  all[to].focus();
}
