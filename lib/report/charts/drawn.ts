/** Drawings that were made already: a report is rendered again with the receipt, and most of its pictures stay. */
import type { Html } from '../html';

/** Drawings that are kept of each kind: those of one large report. */
const KEPT = 100;

/**
 * The same function, which draws equal arguments once. They must be plain data, and all that the drawing depends on.
 */
export function drawnOnce<Args extends readonly unknown[]>(draw: (...args: Args) => Html): (...args: Args) => Html {
  const drawn = new Map<string, Html>();
  return (...args) => {
    const key = JSON.stringify(args, exact);
    const known = drawn.get(key);
    if (known !== undefined) return known;
    const made = draw(...args);
    for (const oldest of drawn.keys()) {
      if (drawn.size < KEPT) break;
      drawn.delete(oldest);
    }
    drawn.set(key, made);
    return made;
  };
}

/** JSON makes null of numbers that are none. */
function exact(_name: string, value: unknown): unknown {
  return typeof value === 'number' && !Number.isFinite(value) ? { number: String(value) } : value;
}
