// What is said of the dragons of Dragon Dice once it is looked up.
import { catalogue, type Messages } from '../../i18n/index.svelte';
import en from '../../../../messages/dragondice/dragons/en.json';
import { t as said } from './messages';

export const { t } = catalogue(
  en,
  import.meta.glob<Messages>(
    ['../../../../messages/dragondice/dragons/*.json', '!../../../../messages/dragondice/dragons/en.json'],
    {
      import: 'default',
    },
  ),
  said,
);
export type Key = Parameters<typeof t>[0];
