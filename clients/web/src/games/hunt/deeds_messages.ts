// What only the story of a hunt says, of a turn that it tells as a whole.
import { catalogue, type Messages } from '../../i18n/index.svelte';
import en from '../../../../messages/hunt/deeds/en.json';

export const { t } = catalogue(
  en,
  import.meta.glob<Messages>(['../../../../messages/hunt/deeds/*.json', '!../../../../messages/hunt/deeds/en.json'], {
    import: 'default',
  }),
);
