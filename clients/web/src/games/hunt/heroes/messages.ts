import { catalogue, type Messages } from '../../../i18n/index.svelte';
import en from '../../../../../messages/heroes/en.json';

export const { t, named } = catalogue(
  en,
  import.meta.glob<Messages>(['../../../../../messages/heroes/*.json', '!../../../../../messages/heroes/en.json'], {
    import: 'default',
  }),
);
