import { beforeEach, expect, test } from 'vitest';
import { CHAIN_LENGTH, Chain } from './chain';
import { Links } from './links';
import { Secrets } from '../profile/secrets';

const chain = new Chain(new Uint8Array(16).fill(5));
const kept = new Map<string, string>();
let secrets: Secrets;
let links: Links;
beforeEach(() => {
  kept.clear();
  secrets = new Secrets({
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  });
  secrets.saveShown('m', { used: 0, sent: 0, open: '' });
  links = new Links(secrets, 'm', chain.root);
});

test('a link follows on the last one that was taken; a refusal uses none up', () => {
  expect(links.next).toBe(1);
  links.sending(1, 'a');
  links.taken(1);
  expect(links.next).toBe(2);
  links.sending(2, 'b');
  links.refused('b');
  expect(links.next).toBe(2);
  expect(links.judge(chain.at(1))).toBe('fits');
  expect(links.next).toBe(2);
});

test('the chain is closed by the link after the last one that was taken, or that the server has', () => {
  const none = new Uint8Array();
  expect(links.closing(none)).toBeUndefined();
  expect(links.closing(chain.at(0))).toBeUndefined();
  links.sending(1, 'a');
  links.taken(1);
  expect(links.closing(none)).toEqual(chain.at(2));
  expect(links.closing(chain.at(0))).toEqual(chain.at(2));
  expect(links.closing(new Uint8Array(16).fill(1))).toEqual(chain.at(2));
  // Its answer was lost.
  links.sending(2, 'b');
  expect(links.closing(chain.at(2))).toEqual(chain.at(3));
  secrets.saveShown('m', { used: CHAIN_LENGTH, sent: CHAIN_LENGTH, open: '' });
  expect(links.closing(none)).toBeUndefined();
});

test('an answer that was lost is made up for by what the server has', () => {
  links.sending(1, 'a');
  expect(links.judge(chain.at(0))).toBe('fits');
  expect(links.next).toBe(1);
  expect(links.judge(chain.at(1))).toBe('fits');
  expect(links.next).toBe(2);
});

test('a server that says otherwise is found out, and changes nothing', () => {
  links.sending(1, 'a');
  links.taken(1);
  expect(links.judge(new Uint8Array())).toBe('none');
  expect(links.judge(new Uint8Array(16).fill(1))).toBe('foreign');
  // Taken back.
  expect(links.judge(chain.at(0))).toBe('other');
  // Never shown, so that it must have been come by in another way.
  expect(links.judge(chain.at(2))).toBe('other');
  expect(links.next).toBe(2);
});

test('a decision that was refused cannot have brought a link', () => {
  links.sending(1, 'a');
  links.refused('a');
  expect(links.judge(chain.at(1))).toBe('other');
  expect(links.next).toBe(1);
});

test('two tabs go on from one another', () => {
  const other = new Links(secrets, 'm', chain.root);
  links.sending(1, 'a');
  links.taken(1);
  expect(other.next).toBe(2);
  other.sending(2, 'b');
  // A refusal of the one closes nothing of the other.
  links.refused('a');
  expect(links.judge(chain.at(2))).toBe('fits');
});

test('a match from before this was kept goes on from what the server has, once', () => {
  kept.clear();
  expect(links.judge(chain.at(7))).toBe('fits');
  expect(links.next).toBe(8);
  expect(links.judge(chain.at(9))).toBe('other');
});

test('a chain that is used up says so', () => {
  secrets.saveShown('m', { used: 4096, sent: 4096, open: '' });
  expect(links.next).toBe(0);
});
