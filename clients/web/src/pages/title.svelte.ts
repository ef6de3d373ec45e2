// The title of the window while a page is shown: what the page is about, and the name of all of it. An empty text stands for
// the name alone; undefined leaves the title as it is. In front stands how many matches wait for this player, unless the text
// itself says so. To be called while a component is set up.
import { t } from '../i18n/index.svelte';
import { world } from '../world.svelte';

// What calls the person away from the page, and is the title as long as it does.
export const called = $state({ text: '' });

export function titled(about: () => string | undefined): void {
  $effect(() => {
    const text = called.text || about();
    if (text === undefined) return;
    const turns = text.startsWith('●') ? 0 : world.hall.matches.myTurns;
    document.title = (turns > 0 ? `(${turns}) ` : '') + (text ? `${text} · ${t('app.name')}` : t('app.name'));
  });
}
