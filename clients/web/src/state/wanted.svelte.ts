// Parts of the page that are fetched when they are wanted. An older page than the server's asks for parts that are gone: then
// nothing but the newer page helps, and the person is told so instead of being left to wait.
const RETRY_MS = 1500;
const KEPT = 'wyrmhall.left';

// A part that is wanted cannot be fetched.
export const lacking = $state({ part: false });

// What is running here; the page that the server has now names it, unless it is a newer one.
const own = (): string => document.querySelector<HTMLScriptElement>('script[type=module]')?.getAttribute('src') ?? '';

// Whether the server has another page than this one. False where it cannot be reached: the next who asks may learn it.
export async function isOutdated(): Promise<boolean> {
  try {
    const page = await (await fetch('/', { cache: 'no-cache' })).text();
    return own() !== '' && page.includes('<script') && !page.includes(own());
  } catch {
    return false;
  }
}

// Loads the newer page. False where there is none, or where that has been tried from this one already.
export async function leaveForNewer(): Promise<boolean> {
  if (!(await isOutdated())) return false;
  try {
    if (sessionStorage.getItem(KEPT) === own()) return false;
    sessionStorage.setItem(KEPT, own());
  } catch {
    // Nobody knows whether it has been tried.
    return false;
  }
  location.reload();
  return true;
}

// Comes with the part once that is there. `left`: what is shown is being left for it, so nothing is lost where the newer page
// is loaded at once; elsewhere the person decides.
export async function wanted<Part>(fetchIt: () => Promise<Part>, left = false): Promise<Part> {
  try {
    return await fetchIt();
  } catch {
    // The server may not have been reached for a moment.
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
  try {
    return await fetchIt();
  } catch {
    if (!left || !(await leaveForNewer())) lacking.part = true;
    return new Promise(() => undefined);
  }
}
