/** The thin mark of an interval, and the rows of a custom series that draw it. */
import type { Point } from './line';

/** Places in the data of a custom series. */
export const AT = { level: 0, value: 1, low: 2, high: 3 } as const;

/** One row a point. @param factor base units per unit of the axis */
export function rowsOf(points: readonly (Point | null)[], factor: number): number[][] {
  return points.flatMap((point, index) =>
    point === null
      ? []
      : [[index, point.value / factor, (point.low ?? point.value) / factor, (point.high ?? point.value) / factor]],
  );
}

/** An I from low to high, as a path. */
export function whisker(x: number, low: number, high: number): string {
  const cap = 3;
  return `M${x - cap} ${low}H${x + cap}M${x} ${low}V${high}M${x - cap} ${high}H${x + cap}`;
}

/** A thin line in a colour. */
export function stroke(colour: string): { stroke: string; fill: string; lineWidth: number } {
  return { stroke: colour, fill: 'none', lineWidth: 1.2 };
}
