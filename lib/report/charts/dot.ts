/** The mark of one median where no bar stands: its shape tells levels apart without colour. */
import type { Ink } from '../palette';

/** Half the width of a mark, pixels. */
const HALF = 4.5;

/** A mark of a custom series around a place. Hollow shapes have the colour of the page inside. */
export function dot({ colour, symbol }: Ink, x: number, y: number) {
  const hollow = symbol.startsWith('empty');
  const style = { fill: hollow ? 'var(--bg)' : colour, stroke: colour, lineWidth: 1.5 };
  const shape = (hollow ? symbol.slice('empty'.length) : symbol).toLowerCase();
  const points = POINTS[shape];
  if (points === undefined) return { type: 'circle', shape: { cx: x, cy: y, r: HALF }, style } as const;
  const places = points.map(([across, down]) => [x + across * HALF, y + down * HALF]);
  return { type: 'polygon', shape: { points: places }, style } as const;
}

const POINTS: Readonly<Record<string, readonly (readonly [number, number])[]>> = {
  rect: [
    [-0.9, -0.9],
    [0.9, -0.9],
    [0.9, 0.9],
    [-0.9, 0.9],
  ],
  triangle: [
    [0, -1.1],
    [1.1, 0.9],
    [-1.1, 0.9],
  ],
  diamond: [
    [0, -1.2],
    [1.2, 0],
    [0, 1.2],
    [-1.2, 0],
  ],
};
