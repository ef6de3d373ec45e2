// What the page of the rules says of Dragon Dice.
import { catalogue, type Messages } from '../../i18n/index.svelte';
import en from '../../../../messages/dragondice/rules/en.json';
import { t as said } from './messages';

export const { t } = catalogue(
  en,
  import.meta.glob<Messages>(
    ['../../../../messages/dragondice/rules/*.json', '!../../../../messages/dragondice/rules/en.json'],
    {
      import: 'default',
    },
  ),
  said,
);
export type Key = Parameters<typeof t>[0];
