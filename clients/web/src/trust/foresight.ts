// Which dice of a match no operator could foresee (docs/dice.md), as figures and as a sentence.
import { joined, t } from '../i18n/index.svelte';
import type { Foresight } from './statement';
import type { MatchRecord } from './record';

export function foresightOf({ seats, start, moves }: Pick<MatchRecord, 'seats' | 'start' | 'moves'>): Foresight {
  const seen: Foresight = { rolls: 0, unforeseeable: 0, afterBot: 0, byStandIn: 0, withoutChain: 0 };
  const isBot = (seat: number | undefined): boolean => seat !== undefined && 'bot' in (seats[seat] ?? {});
  const first = seats.every((seat) => 'bot' in seat) ? 'afterBot' : 'unforeseeable';
  seen[first] += start.rolls.length;
  for (const { seat, kind, link, links, rolls } of moves) {
    const because =
      link !== undefined || links !== undefined
        ? 'unforeseeable'
        : kind !== 'action'
          ? 'byStandIn'
          : isBot(seat)
            ? 'afterBot'
            : 'withoutChain';
    seen[because] += rolls.length;
  }
  seen.rolls = seen.unforeseeable + seen.afterBot + seen.byStandIn + seen.withoutChain;
  return seen;
}

// "31 of 40 rolls mixed in a secret that the server did not have; 9 rolls came after a bot’s move."
export function foresightText({ rolls, unforeseeable, afterBot, byStandIn, withoutChain }: Foresight): string {
  if (rolls === 0) return t('foresee.none');
  const parts = [t('foresee.rolls', { n: unforeseeable, m: rolls })];
  if (afterBot > 0) parts.push(t('foresee.bot', { n: afterBot }));
  if (byStandIn > 0) parts.push(t('foresee.standIn', { n: byStandIn }));
  if (withoutChain > 0) parts.push(t('foresee.without', { n: withoutChain }));
  return `${joined(parts)}.`;
}
