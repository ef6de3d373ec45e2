// How a decision is bound to the chain of its seat (docs/dice.md): a code beside it that is keyed by the link after its own,
// which nobody else has yet.
import { toBinary } from '@bufbuild/protobuf';
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { GameActionSchema, type Choices, type GameAction } from '../gen/wyrmhall/v1/game_pb';
import { equal, joined } from '../net/bytes';

export interface Confirmation {
  // The place of the action among the choices, from 1; 0 for a form.
  choice: number;
  // What is confirmed: "choice 3", or "form 2: 0 1 1".
  decision: string;
  // 16 bytes.
  code: Uint8Array;
}

const CODE_BYTES = 16;
const VERSION_BYTES = 4;
const text = new TextEncoder();
const LABEL = text.encode('wyrmhall act v1');

// `next` is the link after the one that the decision carries, and `match` the id in 16 bytes.
export function codeOf(next: Uint8Array, match: Uint8Array, version: number, decision: string): Uint8Array {
  const answered = new Uint8Array(VERSION_BYTES);
  new DataView(answered.buffer).setUint32(0, version);
  return hmac(sha256, next, joined(LABEL, match, answered, text.encode(decision))).slice(0, CODE_BYTES);
}

// 0 where it is none of them.
function placeOf(action: GameAction, choices: Choices | undefined): number {
  const wanted = toBinary(GameActionSchema, action);
  const isIt = (other: GameAction | undefined): boolean =>
    other !== undefined && equal(toBinary(GameActionSchema, other), wanted);
  return (choices?.choices ?? []).findIndex((choice) => isIt(choice.action)) + 1;
}

// Lists that were spelled out lie behind the choices that the server sent: they stay fillings of their form.
function decisionOf(action: GameAction, choices: Choices | undefined): Pick<Confirmation, 'choice' | 'decision'> {
  const { game } = action;
  if (game.case === 'form') {
    return {
      choice: 0,
      decision: `form ${game.value.number}:${game.value.values.map((value) => ` ${value}`).join('')}`,
    };
  }
  const choice = placeOf(action, choices);
  return { choice, decision: choice > 0 ? `choice ${choice}` : '' };
}

// Absent for an action that is neither a form nor one of the choices.
export function confirm(
  next: Uint8Array,
  match: Uint8Array,
  version: number,
  action: GameAction,
  choices: Choices | undefined,
): Confirmation | undefined {
  const decided = decisionOf(action, choices);
  return decided.decision ? { ...decided, code: codeOf(next, match, version, decided.decision) } : undefined;
}
