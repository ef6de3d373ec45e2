import { create } from '@bufbuild/protobuf';
import { expect, test } from 'vitest';
import { ChoicesSchema, FormSchema, GameActionSchema } from '../gen/wyrmhall/v1/game_pb';
import { hex } from '../net/bytes';
import { confirm } from './confirmation';
import { spelledOut } from '../net/spelled_out';

const bytes = (from: number) => Uint8Array.from({ length: 16 }, (_, i) => from + i);
const form = (number: number, ...values: number[]) =>
  create(GameActionSchema, { game: { case: 'form', value: { number, values } } });
const duel = (target: number) =>
  create(GameActionSchema, { game: { case: 'duel', value: { action: { case: 'claw', value: target } } } });
const offered = create(ChoicesSchema, {
  choices: [1, 2, 3].map((target) => ({ action: duel(target) })),
  forms: [create(FormSchema, { number: 4, listed: true, parts: [{ values: [7, 9] }] })],
});
const confirmed = (action: ReturnType<typeof duel>, version = 258) =>
  confirm(bytes(0), bytes(16), version, action, spelledOut(offered));

test('the code of docs/dice.md', () => {
  const { choice, decision, code } = confirmed(form(2, 0, 1, 255))!;
  expect(decision).toBe('form 2: 0 1 255');
  expect(choice).toBe(0);
  expect(hex(code)).toBe('08a4814d27ef7fc71406ec93325b3e87');
});

test('a choice is its place among them, from 1', () => {
  expect(confirmed(duel(1))).toMatchObject({ choice: 1, decision: 'choice 1' });
  expect(confirmed(duel(3))).toMatchObject({ choice: 3, decision: 'choice 3' });
});

test('a filling of a list that was spelled out is one of its form', () => {
  const listed = spelledOut(offered).choices[4].action!;
  expect(confirmed(listed)).toMatchObject({ choice: 0, decision: 'form 4: 9' });
});

test('what is neither a form nor offered is not confirmed', () => {
  expect(confirmed(duel(4))).toBeUndefined();
  expect(confirm(bytes(0), bytes(16), 258, duel(1), undefined)).toBeUndefined();
});

test('another version or another decision has another code', () => {
  const codes = [confirmed(duel(1)), confirmed(duel(1), 259), confirmed(duel(2))].map((one) => hex(one!.code));
  expect(new Set(codes).size).toBe(3);
});
