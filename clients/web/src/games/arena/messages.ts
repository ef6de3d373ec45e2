import { catalogue, type Messages } from '../../i18n/index.svelte';
import en from '../../../../messages/arena/en.json';

export const { t, named } = catalogue(
  en,
  import.meta.glob<Messages>(['../../../../messages/arena/*.json', '!../../../../messages/arena/en.json'], {
    import: 'default',
  }),
);
export type Key = Parameters<typeof t>[0];
