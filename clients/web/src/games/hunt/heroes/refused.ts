// Why something was refused that has to do with heroes: the rules have sentences of their own for what they do not allow.
import { create } from '@bufbuild/protobuf';
import { GameViewSchema } from '../../../gen/wyrmhall/v1/game_pb';
import { MatchInfoSchema } from '../../../gen/wyrmhall/v1/match_pb';
import { errorText } from '../../../i18n/refusal';
import { Refused } from '../../../net/session';
import type { Scene } from '../../module';
import { say } from '../names';

// There is no match yet.
const NOWHERE: Scene = { view: create(GameViewSchema), info: create(MatchInfoSchema), seat: -1, waitingOn: 0 };

export function refusedText(problem: unknown): string {
  const reason = problem instanceof Refused ? say(NOWHERE, problem.refusal.reason) : undefined;
  return reason ?? errorText(problem);
}
