// The six symbols as strokes on the grid of the dice's numerals, 10 by 16: each has an outline of its own.
export const MARKS: readonly string[] = [
  // Sword, upright.
  'M5 15V1M1.200 10.800h7.600',
  // Magic: a star of four points.
  'M5 1.800 6.400 6.600 10.600 8 6.400 9.400 5 14.200 3.600 9.400-.600 8 3.600 6.600z',
  // Holy: a sun.
  'M7.400 8a2.400 2.400 0 1 1-4.800 0 2.400 2.400 0 0 1 4.800 0zM5 1.400v1.200M5 13.400v1.200M-1.200 8H0M10 8h1.200M.600 3.600l.900.900M8.500 11.500l.900.900M9.400 3.600l-.900.900M1.500 11.500l-.900.900',
  // Crossbow: a bow and its bolt.
  'M-.400 9.400C.600 4.200 9.400 4.200 10.400 9.400M5 15V1.600M2.800 4 5 1.600 7.200 4',
  // Dagger, aslant.
  'M10 2.400 4 9.600M1 7.600l5.400 4.600M3.600 10 .800 13.600',
  // Dragon: a horned head.
  'M.200 1.600 2 5.800 1.200 9.200 5 14.600 8.800 9.200 8 5.800 9.800 1.600M2 5.800 5 7.400 8 5.800M3.600 10.200h.010M6.400 10.200h.010',
];
