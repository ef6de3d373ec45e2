import { catalogue, type Messages } from '../../i18n/index.svelte';
import en from '../../../../messages/dance/en.json';

export const { t, named } = catalogue(
  en,
  import.meta.glob<Messages>(['../../../../messages/dance/*.json', '!../../../../messages/dance/en.json'], {
    import: 'default',
  }),
);
export type Key = Parameters<typeof t>[0];
