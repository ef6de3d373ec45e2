// Names of players in one text field, with a comma between them: no name has one.

export const namesIn = (text: string): string[] =>
  text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');

export const withText = (names: readonly string[]): string => names.join(', ');
