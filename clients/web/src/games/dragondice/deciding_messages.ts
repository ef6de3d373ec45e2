// What the forms say that a decision of Dragon Dice is made with.
import { catalogue, type Messages } from '../../i18n/index.svelte';
import en from '../../../../messages/dragondice/deciding/en.json';
import { t as said } from './messages';

export const { t } = catalogue(
  en,
  import.meta.glob<Messages>(
    ['../../../../messages/dragondice/deciding/*.json', '!../../../../messages/dragondice/deciding/en.json'],
    {
      import: 'default',
    },
  ),
  said,
);
export type Key = Parameters<typeof t>[0];
