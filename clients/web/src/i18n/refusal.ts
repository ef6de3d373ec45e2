// A refusal as a sentence: what happened, what is safe, what one can do.
import type { GameWords, Scene } from '../games/module';
import { RefusalCode, RefusalCodeSchema, type Refusal } from '../gen/wyrmhall/v1/server_pb';
import { Refused } from '../net/session';
import { named, t } from './index.svelte';

// Refusals that come with a waiting time worth telling; with others it is a moment.
const WAITS = [RefusalCode.LIMIT_REACHED, RefusalCode.FIND_PAUSED, RefusalCode.ABSENT_TOO_SHORTLY];

// When to come again: in seconds, minutes or hours, whichever gives no large number.
function whenAgain(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000);
  if (seconds < 120) return t('again.s', { n: seconds });
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 120) return t('again.min', { n: minutes });
  const hours = Math.ceil(minutes / 60);
  return hours < 48 ? t('again.h', { n: hours }) : t('again.days', { n: Math.ceil(hours / 24) });
}

export function refusalText(refusal: Refusal, words?: GameWords, scene?: Scene): string {
  if (words && scene && refusal.reason?.phrase.case !== undefined) return words.reason(scene, refusal.reason);
  const { code, field, retryAfterMs } = refusal;
  const detail = refusal.detail || String(code);
  const said = (part: string): string | undefined => named(RefusalCodeSchema, code, { detail }, part);
  const sentences = [said(`.${field}`) ?? said('') ?? t('REFUSAL_CODE_UNSPECIFIED', { detail })];
  // What is to be done in the page.
  const todo = said('.do');
  if (todo) sentences.push(todo);
  if (retryAfterMs && WAITS.includes(code)) sentences.push(whenAgain(retryAfterMs));
  return sentences.join(' ');
}

export function errorText(error: unknown): string {
  return error instanceof Refused ? refusalText(error.refusal) : t('net.off');
}
