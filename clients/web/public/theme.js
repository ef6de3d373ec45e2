// Sets the theme and the language before the first paint, and sees to it that files are kept for the next visit; a file of
// its own, since the pages' policy allows no inline script.
try {
  const kept = JSON.parse(localStorage.getItem('wyrmhall.settings') ?? '{}');
  if (kept.theme === 'light' || kept.theme === 'dark') document.documentElement.dataset.theme = kept.theme;
  const locale = kept.locale ?? (navigator.language.toLowerCase().startsWith('fr') ? 'fr' : 'en');
  document.documentElement.lang = locale;
} catch {
  // Without storage the system's theme and English are shown.
}
addEventListener('load', () => {
  // There is none where the page did not come safely, or the browser has been told to keep nothing.
  navigator.serviceWorker?.register('/sw.js').catch(() => undefined);
});
