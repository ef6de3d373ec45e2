// What happened, as sentences.
import type { GameWords, Scene } from '../games/module';
import { seatName } from '../games/shared/seats';
import type { GameEvent, Outcome } from '../gen/wyrmhall/v1/game_pb';
import { OutcomeReasonSchema } from '../gen/wyrmhall/v1/game_pb';
import { listed, named, t } from '../i18n/index.svelte';
import type { Frame } from '../net/timeline';

// Text between stars is set in bold; what is read out has no stars.
export const unmarked = (text: string): string => text.replaceAll('*', '');

// A sentence, and the event that it tells of.
export interface Line {
  text: string;
  event?: GameEvent;
}

// `aloud`: with what only who listens is told.
export function linesOf(words: GameWords, scene: Scene, frame: Frame, aloud = false): Line[] {
  const at = { ...scene, view: frame.view, frame };
  const lines: Line[] = [];
  if (frame.seatOut) {
    const { seat, timedOut, stays, absent } = frame.seatOut;
    const who = { name: seatName(scene.info, scene.seat, seat), you: seat === scene.seat ? 'yes' : 'no' };
    const how = stays ? 'out.stays' : timedOut ? 'out.timed_out' : absent ? 'out.absent' : 'out.resigned';
    lines.push({ text: t(how, who) });
  }
  for (const event of frame.events) {
    const text = words.event(at, event) || (aloud && words.aloud?.(at, event));
    if (text) lines.push({ text, event });
  }
  return lines;
}

export function outcomeText(words: GameWords, scene: Scene, outcome: Outcome): string {
  const { winners } = outcome;
  const own = words.ending(scene, outcome);
  if (own) return own;
  if (winners.length === 0) return t('win.nobody');
  if (winners.includes(scene.seat)) return t('win');
  const names = winners.map((seat) => seatName(scene.info, scene.seat, seat));
  return names.length === 1 ? t('win.other', { name: names[0] }) : t('win.shared', { names: listed(names) });
}

// Why it ended, where it was not played to its end.
export function reasonText({ seat }: Pick<Scene, 'seat'>, { reason, winners }: Outcome): string {
  const to = seat < 0 ? '.watched' : winners.includes(seat) ? '' : '.you';
  return named(OutcomeReasonSchema, reason, undefined, to) ?? '';
}

// What is read out when it ends.
export function endText(words: GameWords, scene: Scene, outcome: Outcome): string {
  const mine = outcome.winners.includes(scene.seat) && !words.ending(scene, outcome);
  return mine ? t('match.ended.mine') : t('match.ended', { how: outcomeText(words, scene, outcome) });
}

// Whose decision is being shown, as a line for the bar: of those who were asked in this scene.
export function shownText({ info, seat, waitingOn }: Scene): string {
  const asked = info.seats.map((_, i) => i).filter((i) => (waitingOn >> i) & 1);
  if (asked.length !== 1) return t('match.turn.shown');
  return asked[0] === seat
    ? t('match.turn.mine.shown')
    : t('match.turn.theirs.shown', { name: seatName(info, seat, asked[0]) });
}

// Who is to decide, as a line for the bar.
export function turnText(words: GameWords, scene: Scene, mine: boolean, over: boolean): string {
  if (over) return t('match.turn.over');
  if (mine) {
    const what = words.turn(scene);
    return what ? t('match.turn.mine.what', { what }) : t('match.turn.mine');
  }
  const names = scene.info.seats
    .map((_, seat) => seat)
    .filter((seat) => (scene.waitingOn >> seat) & 1 && seat !== scene.seat)
    .map((seat) => seatName(scene.info, scene.seat, seat));
  if (names.length === 0) return t('match.turn.none');
  return names.length === 1
    ? t('match.turn.theirs', { name: names[0] })
    : t('match.turn.many', { names: listed(names) });
}
