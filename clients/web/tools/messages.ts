// Leaves out of the page what only the terminal says of a game: the words that are typed there, and what heads the rows of its
// tables. (A test holds that the page says none of it.)
import type { Plugin } from 'vite';

const FILE = /\/messages\/[^/]+\/[\w-]+\.json$/;
export const TYPED = /^(word|type|row)\./;

export function messages(): Plugin {
  return {
    name: 'wyrmhall-messages',
    apply: 'build',
    enforce: 'pre',
    transform(text, id) {
      if (!FILE.test(id)) return undefined;
      const said = Object.entries(JSON.parse(text) as Record<string, string>).filter(([key]) => !TYPED.test(key));
      return { code: JSON.stringify(Object.fromEntries(said)), map: null };
    },
  };
}
