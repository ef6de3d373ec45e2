// Fetches what is sure to be wanted next while the page has nothing else to do; what fails is fetched when it is wanted. What
// this returns calls it off. Not every browser says when it is idle: there a moment must do.
const A_MOMENT_MS = 300;

export function whenIdle(fetch: () => Promise<unknown>): () => void {
  const start = () => void fetch().catch(() => undefined);
  if (typeof requestIdleCallback === 'function') {
    const asked = requestIdleCallback(start, { timeout: 2000 });
    return () => cancelIdleCallback(asked);
  }
  const timer = setTimeout(start, A_MOMENT_MS);
  return () => clearTimeout(timer);
}
