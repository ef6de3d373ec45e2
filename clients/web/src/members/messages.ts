// What is said of members: to who becomes one, is one, or signs in as one.
import en from '../../../messages/members/en.json';
import { catalogue } from '../i18n/index.svelte';
import type { Messages } from '../i18n/languages';

export const { t } = catalogue(
  en,
  import.meta.glob<Messages>(['../../../messages/members/*.json', '!../../../messages/members/en.json'], {
    import: 'default',
  }),
);
