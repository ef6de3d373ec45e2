// The pictures in docs/rules/images: what each game is played with. DOCS=1 draws them.
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { test } from 'vitest';
import { allPieces } from '../art/all_pieces';
import { forDocs } from './camera';

const FOLDER = fileURLToPath(new URL('../../../docs/rules/images', import.meta.url));

for (const [game, drawn] of Object.entries(allPieces))
  test.runIf(forDocs(`dice-${game}`))(`dice-${game}`, () => writeFileSync(`${FOLDER}/dice-${game}.svg`, drawn));
