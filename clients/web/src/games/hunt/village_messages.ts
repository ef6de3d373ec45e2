// What a hunt says in the village, and where its levels are looked up.
import { catalogue, type Messages } from '../../i18n/index.svelte';
import en from '../../../../messages/hunt/village/en.json';
import { t as said } from './messages';

export const { t } = catalogue(
  en,
  import.meta.glob<Messages>(
    ['../../../../messages/hunt/village/*.json', '!../../../../messages/hunt/village/en.json'],
    {
      import: 'default',
    },
  ),
  said,
);
export type Key = Parameters<typeof t>[0];
