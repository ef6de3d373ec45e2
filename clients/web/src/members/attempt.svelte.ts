// What a form sends: once at a time, and why it did not work.
import { errorText } from '../i18n/refusal';
import { t } from './messages';
import { NoPasskey } from './passkey';

export class Attempt {
  busy = $state(false);
  error = $state('');

  // Whether it worked. False as well while an earlier one is under way.
  async make(work: () => Promise<void>): Promise<boolean> {
    if (this.busy) return false;
    this.busy = true;
    this.error = '';
    try {
      await work();
      return true;
    } catch (problem) {
      this.error = problem instanceof NoPasskey ? t('member.passkey.none') : errorText(problem);
      return false;
    } finally {
      this.busy = false;
    }
  }
}
