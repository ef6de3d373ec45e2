import { catalogue, type Messages } from '../../i18n/index.svelte';
import en from '../../../../messages/coin/en.json';

export const { t, named } = catalogue(
  en,
  import.meta.glob<Messages>(['../../../../messages/coin/*.json', '!../../../../messages/coin/en.json'], {
    import: 'default',
  }),
);
