// Dragon Duel as the hall shows it.
import type { Options } from '../../state/hall.svelte';
import type { GameCard } from '../module';
import Emblem from './Emblem.svelte';
import { LOOKS } from '../shared/dragons';

export const card = {
  code: 'duel',
  Emblem,
  load: () => import('./index'),
  // The match of who just wants to play.
  quick: { game: { case: 'duel', value: { fair: true } } } satisfies Options,
  // Two of its dragons, who welcome whoever comes in.
  welcome: [LOOKS[0].portrait, LOOKS[6].portrait],
} satisfies GameCard & Record<string, unknown>;
