import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { copyFrom } from './copying';

let done: string[];
let allowed: boolean;
const before = { focus: () => done.push('back') };
const field = {
  value: 'http://here/t/1',
  focus: () => done.push('focus'),
  select: () => done.push('select'),
} as unknown as HTMLInputElement;
const withClipboard = (writeText: unknown) => vi.stubGlobal('navigator', writeText ? { clipboard: { writeText } } : {});

beforeEach(() => {
  done = [];
  allowed = true;
  const execCommand = (what: string) => {
    done.push(what);
    return allowed;
  };
  vi.stubGlobal('document', { activeElement: before, execCommand });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test('where there is a clipboard it takes the text, and nothing is selected', async () => {
  const writeText = vi.fn().mockResolvedValue(undefined);
  withClipboard(writeText);
  expect(await copyFrom(field)).toBe('copied');
  expect(writeText).toHaveBeenCalledWith('http://here/t/1');
  expect(done).toEqual([]);
});

test('without one, as over plain http, what is selected is copied, and the focus goes back', async () => {
  withClipboard(undefined);
  expect(await copyFrom(field)).toBe('copied');
  expect(done).toEqual(['focus', 'select', 'copy', 'back']);
});

test('so it is where the clipboard is refused', async () => {
  withClipboard(vi.fn().mockRejectedValue(new Error('not allowed')));
  expect(await copyFrom(field)).toBe('copied');
  expect(done).toContain('copy');
});

test('where nothing copies, nothing is said to be copied, and the text stays selected', async () => {
  withClipboard(undefined);
  allowed = false;
  expect(await copyFrom(field)).toBe('selected');
  expect(done).toEqual(['focus', 'select', 'copy']);
});
