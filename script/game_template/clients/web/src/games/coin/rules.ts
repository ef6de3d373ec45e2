// The rules of Heads or Tails, in short.
import type { Rules } from '../module';
import { t } from './messages';

export const rules: Rules = { paragraphs: () => [t('rules.1'), t('rules.2')] };
