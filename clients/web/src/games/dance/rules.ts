// The rules of Dragon Dance, in short.
import type { Rules } from '../module';
import { t } from './messages';

export const rules: Rules = {
  paragraphs: () => [t('rules.1'), t('rules.2'), t('rules.3'), t('rules.4'), t('rules.5'), t('rules.6')],
};
