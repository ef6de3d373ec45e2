import { catalogue, type Messages } from '../../i18n/index.svelte';
import en from '../../../../messages/hunt/en.json';

export const { t, named } = catalogue(
  en,
  import.meta.glob<Messages>(['../../../../messages/hunt/*.json', '!../../../../messages/hunt/en.json'], {
    import: 'default',
  }),
);
export type Key = Parameters<typeof t>[0];
