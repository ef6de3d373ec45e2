// What is said of gold nuggets, where one's own are shown and in the list of the richest.
import en from '../../../messages/nuggets/en.json';
import { catalogue } from '../i18n/index.svelte';
import type { Messages } from '../i18n/languages';

export const { t } = catalogue(
  en,
  import.meta.glob<Messages>(['../../../messages/nuggets/*.json', '!../../../messages/nuggets/en.json'], {
    import: 'default',
  }),
);
