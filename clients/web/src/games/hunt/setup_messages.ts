// What only the set-up of a hunt says, and the words for how one is set up.
import { catalogue, type Messages } from '../../i18n/index.svelte';
import en from '../../../../messages/hunt/setup/en.json';
import { t as said } from './messages';

export const { t } = catalogue(
  en,
  import.meta.glob<Messages>(['../../../../messages/hunt/setup/*.json', '!../../../../messages/hunt/setup/en.json'], {
    import: 'default',
  }),
  said,
);
export type Key = Parameters<typeof t>[0];
