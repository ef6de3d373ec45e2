// What is said of friends, and of players who challenge each other.
import en from '../../../messages/friends/en.json';
import { catalogue } from '../i18n/index.svelte';
import type { Messages } from '../i18n/languages';

export const { t } = catalogue(
  en,
  import.meta.glob<Messages>(['../../../messages/friends/*.json', '!../../../messages/friends/en.json'], {
    import: 'default',
  }),
);
