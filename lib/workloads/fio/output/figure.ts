/** Figures as they stand in the JSON: what is no sound figure is noted, never taken for one that is missing. */

/** What is wrong with the figures of one job; the reader adds which job it is. */
export interface FigureFault {
  /** No measurement gives such a figure, or figures contradict each other. */
  readonly kind: 'impossible' | 'inconsistent';
  readonly text: string;
}

/** How much of a strange value is shown. */
const MAX_SHOWN = 40;

/** Reads figures of one job, and keeps what was wrong with them. */
export class FigureReader {
  readonly faults: FigureFault[] = [];

  /**
   * A count, a rate or a time: finite, and not negative. Null where it is missing, where an old version printed nan,
   * and where it is impossible, which is noted.
   * @param name for the reader, e.g. `read iops`
   */
  take(value: unknown, name: string): number | null {
    if (value === undefined || value === null || value === '') return null;
    const found = toNumber(value);
    if (found !== null && found >= 0) return found;
    this.noteImpossible(name, value);
    return null;
  }

  /** The same of a figure whose name is put together where something is wrong with it only: most are sound. */
  takeNamed(value: unknown, what: string, of: string): number | null {
    if (typeof value === 'number' && value >= 0 && value < Infinity) return value;
    return value === undefined ? null : this.take(value, `${what}${of}`);
  }

  /** Notes a figure that cannot be. */
  noteImpossible(name: string, value: unknown): void {
    this.note('impossible', `${name} is ${formatValue(value)}`);
  }

  /** Notes any fault. */
  note(kind: FigureFault['kind'], text: string): void {
    this.faults.push({ kind, text });
  }
}

/** A finite number, also where it stands as text; else null. */
export function toNumber(value: unknown): number | null {
  if (typeof value === 'string' && value.trim() === '') return null;
  const result = typeof value === 'number' || typeof value === 'string' ? Number(value) : Number.NaN;
  return Number.isFinite(result) ? result : null;
}

/** The object, or an empty one. */
export function toRecord(value: unknown): Readonly<Record<string, unknown>> {
  return isRecord(value) ? value : {};
}

function formatValue(value: unknown): string {
  if (typeof value === 'number') return String(value);
  if (value === null) return 'no number';
  // Lists may be nested so deeply that they cannot be printed.
  return typeof value === 'string' ? JSON.stringify(value.slice(0, MAX_SHOWN)) : `of type ${typeof value}`;
}

/** True for a JSON object. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
