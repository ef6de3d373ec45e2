// The rules of Dragon Dice, in short.
import type { Rules } from '../module';
import IconTable from './IconTable.svelte';
import { t } from './rules_messages';

export const rules: Rules = {
  paragraphs: () => [
    t('rules.alone'),
    t('rules.1'),
    t('rules.2'),
    t('rules.3'),
    t('rules.4'),
    t('rules.5'),
    t('rules.6'),
  ],
  Appendix: IconTable,
};
