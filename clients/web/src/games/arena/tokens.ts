// The two species of the arena as they are cut: outline, the facet in the light and the one in the shade, by species, in a
// box of 100.
export interface Cut {
  fill: string;
  bright: string;
  deep: string;
  ink: string;
  edge: string;
  lit: string;
  dim: string;
  // A mark of its kind, in lines; empty for none.
  lines: string;
}

const FIRE: Cut = {
  fill: '#c8401c',
  bright: '#d65426',
  deep: '#b23a1e',
  ink: '#fff7e8',
  edge: 'M50 4 C58 16 66 14 74 24 L86 22 L88 66 L50 96 L12 66 L14 22 L26 24 C34 14 42 16 50 4Z',
  lit: 'M50 4 C42 16 34 14 26 24 L14 22 L12 66 L50 52Z',
  dim: 'M88 66 L50 96 L12 66 L50 52Z',
  lines: '',
};
const ICE: Cut = {
  fill: '#a9ddee',
  bright: '#d5f0f7',
  deep: '#7fbfd6',
  ink: '#0e2b3d',
  edge: 'M50 4 88 27V73L50 96 12 73V27Z',
  lit: 'M50 4 12 27v46l38-23z',
  dim: 'M12 73 50 96l38-23-38-23z',
  lines: 'M50 12v14M50 74v14M20 31l11 7M69 62l11 7M20 69l11-7M69 38l11-7',
};

export const CUTS = [FIRE, ICE] as const;
