// What is said of icons and of what they do.
import { catalogue, type Messages } from '../../i18n/index.svelte';
import en from '../../../../messages/dragondice/icons/en.json';
import { t as said } from './messages';

export const { t } = catalogue(
  en,
  import.meta.glob<Messages>(
    ['../../../../messages/dragondice/icons/*.json', '!../../../../messages/dragondice/icons/en.json'],
    {
      import: 'default',
    },
  ),
  said,
);
export type Key = Parameters<typeof t>[0];
