// The way from village to village, past all chapters: how far each lies below the highest hill, and the line through points.

export const DIPS: readonly number[] = [18, 4, 0, 12, 26, 32, 22, 6, 2, 14];

export const wayThrough = (points: readonly (readonly [x: number, y: number])[]): string =>
  points
    .map(([x, y], i) => {
      if (i === 0) return `M${x} ${y}`;
      const [px, py] = points[i - 1];
      const between = (px + x) / 2;
      return `C${between} ${py} ${between} ${y} ${x} ${y}`;
    })
    .join('');
