// Three dice of three elements, one on the others, each with what it can show: a wing, a shield and a blow. In a box of 100.
export interface Cube {
  x: number;
  y: number;
  top: string;
  left: string;
  right: string;
}
export const CUBES: readonly Cube[] = [
  { x: 28, y: 69, top: '#f6dc92', left: '#ddaa2e', right: '#775410' },
  { x: 72, y: 69, top: '#e5a08c', left: '#b5391d', right: '#5f1a0c' },
  { x: 50, y: 29, top: '#8fc1ee', left: '#1d6fb3', right: '#0d3c64' },
];
export const TOP = 'M0-25 22-12.5 0 0-22-12.5z';
export const LEFT = 'M-22-12.5 0 0V25L-22 12.5z';
export const RIGHT = 'M22-12.5 0 0V25L22 12.5z';

export const MARKED = '#fdf6e6';
export const WING = 'M32 37C34 29 40 27 46 33 44 35 43 38 43 42 41 39 39 39 38 42 36 38 34 36 32 37z';
export const SHIELD = 'M10 66l12 7v7l-6 4-6-11z';
export const BLOW = 'M55 68l13 19M66 76l-8 5';
