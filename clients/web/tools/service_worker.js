// Keeps the files under /assets/ for the next visit: their names change with what is in them. A page, and whatever else can
// change, always comes from the server, so that nobody ever sees an older page than the server has. What calls a player to a
// match leads there.
const CACHE = 'assets-BUILD';

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(forgetOthers().then(() => clients.claim())));
self.addEventListener('fetch', (event) => {
  const { method, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (method !== 'GET' || origin !== location.origin || !pathname.startsWith('/assets/')) return;
  event.respondWith(kept(event.request));
});

// A call to a match: the page that is open goes there, or a new one is opened.
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(goTo(event.notification.data));
});

async function goTo(address) {
  const [page] = await clients.matchAll({ type: 'window' });
  if (!page) return clients.openWindow(address);
  await page.focus();
  return page.navigate(address);
}

async function forgetOthers() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name)));
}

async function kept(request) {
  const cache = await caches.open(CACHE);
  const found = await cache.match(request);
  if (found) return found;
  const answer = await fetch(request);
  // Where there is no room, it comes from the server again.
  if (answer.ok) await cache.put(request, answer.clone()).catch(() => undefined);
  return answer;
}
