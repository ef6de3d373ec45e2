import { catalogue, type Messages } from '../../i18n/index.svelte';
import en from '../../../../messages/dragondice/en.json';

export const { t, named } = catalogue(
  en,
  import.meta.glob<Messages>(['../../../../messages/dragondice/*.json', '!../../../../messages/dragondice/en.json'], {
    import: 'default',
  }),
);
export type Key = Parameters<typeof t>[0];
