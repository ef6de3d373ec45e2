// What only the story says, of a turn that it tells as a whole.
import { catalogue, type Messages } from '../../i18n/index.svelte';
import en from '../../../../messages/dragondice/deeds/en.json';

export const { t } = catalogue(
  en,
  import.meta.glob<Messages>(
    ['../../../../messages/dragondice/deeds/*.json', '!../../../../messages/dragondice/deeds/en.json'],
    {
      import: 'default',
    },
  ),
);
