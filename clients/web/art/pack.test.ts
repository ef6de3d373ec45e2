import { expect, test } from 'vitest';
import { packed } from './pack';

const facet = (points: string, colour: string) =>
  `<polygon points="${points}" fill="${colour}" stroke="${colour}" stroke-width=".8"/>`;

test('facets that follow each other say their colour once, and their corners in whole pixels', () => {
  const drawing = `<svg>${facet('149.3,153 136.5,156.9 134.3,152.9', '#695743')}${facet('0,0 10,0 10,20', '#fff')}<path d="M-20.4 110C160.6 50-3.5 1z" stroke-width="2.5"/></svg>`;
  expect(packed(drawing)).toBe(
    '<svg><g fill="currentColor" stroke="currentColor" stroke-width=".8">' +
      '<polygon color="#695743" points="149,153 137,157 134,153"/><polygon color="#fff" points="0,0 10,0 10,20"/></g>' +
      '<path d="M-20 110C161 50-4 1z" stroke-width="2.5"/></svg>',
  );
});

test('anything else stays as it is', () => {
  const drawing =
    '<svg><polygon points="1,2 3,4 5,6" fill="#111111" stroke="#222222" stroke-width=".8"/><polygon points="1,2 3,4" fill="#111111" opacity=".75"/></svg>';
  expect(packed(drawing)).toBe(drawing);
});
