// The rules of Dice & Dragons, in short.
import type { Rules } from '../module';
import { t } from './rules_messages';

export const rules: Rules = {
  paragraphs: () => [t('rules.1'), t('rules.2'), t('rules.3'), t('rules.4'), t('rules.5'), t('rules.6')],
};
