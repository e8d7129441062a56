/** Reads figures from the JSON. Invalid figures are reported as faults, not treated as missing. */

/** A fault in the figures of a job; the caller adds the job. */
export interface FigureFault {
  /** Impossible in any measurement; a contradiction to other figures; or sections that fio does not have. */
  readonly kind: 'impossible' | 'inconsistent' | 'foreign';
  readonly text: string;
}

/** Maximum characters of an invalid value in a message. */
const MAX_QUOTED_CHARACTERS = 40;

export class FigureReader {
  readonly faults: FigureFault[] = [];

  /**
   * Returns a count, rate or time: finite and not negative. Null if it is missing, printed as nan by an old version, or
   * impossible, which is recorded as a fault.
   * @param name for messages, e.g. `read iops`
   */
  take(value: unknown, name: string): number | null {
    if (value === undefined || value === null || value === '') return null;
    const found = toNumber(value);
    if (found !== null && found >= 0) return found;
    this.noteImpossible(name, value);
    return null;
  }

  /** Same, but builds the name only for a faulty figure, as most figures are valid. */
  takeNamed(value: unknown, what: string, of: string): number | null {
    if (typeof value === 'number' && value >= 0 && value < Infinity) return value;
    return value === undefined ? null : this.take(value, `${what}${of}`);
  }

  noteImpossible(name: string, value: unknown): void {
    this.note('impossible', `${name} is ${formatValue(value)}`);
  }

  note(kind: FigureFault['kind'], text: string): void {
    this.faults.push({ kind, text });
  }
}

/** Returns a finite number, also from text; otherwise null. */
export function toNumber(value: unknown): number | null {
  if (typeof value === 'string' && value.trim() === '') return null;
  const result = typeof value === 'number' || typeof value === 'string' ? Number(value) : Number.NaN;
  return Number.isFinite(result) ? result : null;
}

/** Returns the object, or an empty one for any other value. */
export function toRecord(value: unknown): Readonly<Record<string, unknown>> {
  return isRecord(value) ? value : {};
}

function formatValue(value: unknown): string {
  if (typeof value === 'number') return String(value);
  if (value === null) return 'no number';
  // Deeply nested lists may be impossible to print.
  return typeof value === 'string' ? JSON.stringify(value.slice(0, MAX_QUOTED_CHARACTERS)) : `of type ${typeof value}`;
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
