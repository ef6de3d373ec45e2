import { create } from '@bufbuild/protobuf';
import { sha256 } from '@noble/hashes/sha2.js';
import { expect, test } from 'vitest';
import { ProofTaskSchema } from '../gen/wyrmhall/v1/server_pb';
import { joined } from './bytes';
import { searchProof, zeroBits } from './proof_of_work';

test('zero bits are counted from the front', () => {
  expect(zeroBits(new Uint8Array([0x80]))).toBe(0);
  expect(zeroBits(new Uint8Array([0x01]))).toBe(7);
  expect(zeroBits(new Uint8Array([0, 0x10, 0xff]))).toBe(11);
  expect(zeroBits(new Uint8Array([0, 0]))).toBe(16);
});

test('a proof is found, and the page has its turn meanwhile', async () => {
  const task = create(ProofTaskSchema, { challenge: new Uint8Array(16).fill(7), zeroBits: 13 });
  const found = await searchProof(task, () => true);
  expect(found?.nonce.length).toBe(8);
  expect(zeroBits(sha256(joined(task.challenge, found!.nonce)))).toBeGreaterThanOrEqual(13);
});

test('a search that nobody wants any more ends', async () => {
  const task = create(ProofTaskSchema, { challenge: new Uint8Array(16), zeroBits: 200 });
  let wanted = true;
  setTimeout(() => (wanted = false), 40);
  expect(await searchProof(task, () => wanted)).toBeUndefined();
});
