/** What must be known with the figures of a cell, by the trials that count: its answer says so. */
import type { FactWords } from '../shapes/metric';
import type { Cell } from '../shapes/plan';
import type { TrialRow } from '../shapes/verdict';
import { isLowerBound } from '../shapes/weighing';
import type { CountedTrial } from './counting';

export interface CellCaveats {
  /** Trials that count. */
  readonly trials: number;
  /** Something else than the storage was the limit. */
  readonly bound: readonly BoundCause[];
  /** What its figures do not promise, e.g. that a file is durable. */
  readonly remarks: readonly CellRemark[];
}

/** What limited trials in place of the storage. */
export interface BoundCause {
  /** Of a note, e.g. `ClientBound`; or what was at its limit, e.g. `host CPU`. */
  readonly code: string;
  /** That have the note; null where the middle trial stands for all. */
  readonly trials: number | null;
}

export interface CellRemark {
  /** Goes behind the name of the cell. */
  readonly text: string;
  /** Metrics that it speaks of; null for all. */
  readonly of: readonly string[] | null;
}

/** @param rows of the cell */
export function cellCaveats(
  { remarks = [] }: Pick<Cell, 'remarks'>,
  rows: readonly TrialRow[],
  counting: ReadonlyMap<string, CountedTrial>,
  factWords: Readonly<Record<string, FactWords>>,
): CellCaveats {
  const own = rows.filter(({ trial }) => counting.get(trial)?.out === null);
  const codes = own.flatMap(({ reasons }) => [
    ...new Set(reasons.flatMap(({ level, code }) => (level === 'note' && isLowerBound(code) ? [code] : []))),
  ]);
  const told = own.flatMap(({ facts }) =>
    Object.entries(facts).flatMap(([name, value]): CellRemark[] => {
      const words = factWords[name];
      const remark = words?.besideAnswer === true ? words.remarks?.[value] : undefined;
      return remark === undefined ? [] : [{ text: remark.text, of: remark.of ?? null }];
    }),
  );
  const target = remarks.map((text): CellRemark => ({ text, of: null }));
  return {
    trials: own.length,
    bound: [...new Set(codes)].map((code) => ({ code, trials: codes.filter((one) => one === code).length })),
    remarks: [...new Map([...target, ...told].map((one) => [one.text, one])).values()],
  };
}
