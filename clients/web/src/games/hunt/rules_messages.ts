// What the page of the rules says of a hunt.
import { catalogue, type Messages } from '../../i18n/index.svelte';
import en from '../../../../messages/hunt/rules/en.json';
import { t as said } from './messages';

export const { t } = catalogue(
  en,
  import.meta.glob<Messages>(['../../../../messages/hunt/rules/*.json', '!../../../../messages/hunt/rules/en.json'], {
    import: 'default',
  }),
  said,
);
export type Key = Parameters<typeof t>[0];
