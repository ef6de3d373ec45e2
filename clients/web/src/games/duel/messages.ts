import { catalogue, type Messages } from '../../i18n/index.svelte';
import en from '../../../../messages/duel/en.json';

export const { t, named } = catalogue(
  en,
  import.meta.glob<Messages>(['../../../../messages/duel/*.json', '!../../../../messages/duel/en.json'], {
    import: 'default',
  }),
);
export type Key = Parameters<typeof t>[0];
