// The title of the window while a page is shown: what the page is about, and the name of all of it. An empty text stands for
// the name alone; undefined leaves the title as it is. To be called while a component is set up.
import { t } from '../i18n/index.svelte';

export function titled(about: () => string | undefined): void {
  $effect(() => {
    const text = about();
    if (text !== undefined) document.title = text ? `${text} · ${t('app.name')}` : t('app.name');
  });
}
