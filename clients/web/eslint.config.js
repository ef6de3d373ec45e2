import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';
import svelteConfig from './svelte.config.js';

export default ts.config(
  { ignores: ['dist', 'src/gen', 'src/portraits'] },
  ...ts.configs.strict,
  ...svelte.configs.recommended,
  { languageOptions: { globals: { ...globals.browser, ...globals.node } } },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser, extraFileExtensions: ['.svelte'], svelteConfig } },
  },
  {
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      // Indices into tables of our own are checked by tests, not by a branch at each use.
      '@typescript-eslint/no-non-null-assertion': 'off',
      // All drawings are made from numbers by src/dice; nothing that came from a server is put into them.
      'svelte/no-at-html-tags': 'off',
      'svelte/no-navigation-without-resolve': 'off',
      // What is reactive and not a scalar is replaced whole, or is a SvelteMap.
      'svelte/prefer-svelte-reactivity': 'off',
    },
  },
);
