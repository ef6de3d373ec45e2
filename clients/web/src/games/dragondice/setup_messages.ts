// What only the set-up of Dragon Dice says, and the words for how a match is set up.
import { catalogue, type Messages } from '../../i18n/index.svelte';
import en from '../../../../messages/dragondice/setup/en.json';
import { t as said } from './messages';

export const { t } = catalogue(
  en,
  import.meta.glob<Messages>(
    ['../../../../messages/dragondice/setup/*.json', '!../../../../messages/dragondice/setup/en.json'],
    {
      import: 'default',
    },
  ),
  said,
);
export type Key = Parameters<typeof t>[0];
