// What is said of the dice: how they are kept honest and checked, and what a server is accused of.
import en from '../../../messages/dice/en.json';
import { catalogue } from '../i18n/index.svelte';
import type { Messages } from '../i18n/languages';

export const { t } = catalogue(
  en,
  import.meta.glob<Messages>(['../../../messages/dice/*.json', '!../../../messages/dice/en.json'], {
    import: 'default',
  }),
);
export type Key = Parameters<typeof t>[0];
