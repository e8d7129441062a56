/** What must be known with the figures of a cell, by the trials that count: its answer says so. */
import { BURST_RATIO } from './provisioned-ratio';
import type { FactLabel } from '../shapes/metric';
import { type Cell, listCopies, type Plan } from '../shapes/plan';
import { formatBytes } from '../shapes/quantity';
import type { TrialRow } from '../shapes/verdict';
import { isLowerBound } from '../shapes/reason-effects';
import { findTarget } from '../targets/registry';
import type { TrialStatus } from './trial-status';
import type { Measure } from './measures';
import { listByteRates } from './byte-rates';
import { getMeasuringStep } from './trial/attempt-result';

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
export function collectCaveats(
  { remarks = [] }: Pick<Cell, 'remarks'>,
  rows: readonly TrialRow[],
  counting: ReadonlyMap<string, TrialStatus>,
  factWords: Readonly<Record<string, FactLabel>>,
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

/** Times that files are read, from which on it is said. */
const REREADS_MIN = 2;
/** Servers that count hits of their caches say themselves where these answered (`ServerCacheHit`). */
const HITS_METRIC = 'server_cache_hits';

/**
 * Whether caches of file servers may have answered, as files fit there and are read again: one remark, or none. Caches
 * are those that AWS documents for the settings of the target, as its model has them.
 * @param rows of the cell, of trials that count
 */
export function findCachedReads(
  plan: Pick<Plan, 'rigs' | 'trials'>,
  cell: Cell,
  rows: readonly TrialRow[],
  measures: readonly (Measure & { readonly ofProvisioned?: number | null })[],
): readonly CellRemark[] {
  const [row] = rows;
  const trial = plan.trials.find((one) => one.trial === row?.trial);
  const kind = listCopies(plan).find(({ target }) => target === cell.target)?.kind ?? '';
  const ofHost = Number(row?.facts['fileBytes'] ?? Number.NaN);
  const seconds = Number(row?.facts['measureSeconds'] ?? Number.NaN);
  // What is above what is provisioned is said to be of a cache, or of credits, anyway.
  const isSaid = measures.some(
    ({ metric, ofProvisioned }) => metric === HITS_METRIC || (ofProvisioned ?? 0) > BURST_RATIO,
  );
  if (trial === undefined || !(ofHost > 0 && seconds > 0) || isSaid) return [];
  const { roles = [] } = plan.rigs.find(({ rig }) => rig === trial.rig) ?? {};
  const asking = roles.filter(({ role }) => getMeasuringStep(trial).roles.includes(role));
  const bytes = asking.reduce((sum, { count }) => sum + count * ofHost, 0);
  const caches = findTarget(kind)?.model(cell.targetConfig)?.cacheBytes ?? 0;
  const turns = listByteRates(cell.held, measures);
  const times = (turns.reduce((sum, { read }) => sum + read, 0) / turns.length) * (seconds / bytes);
  if (!(bytes <= caches && times >= REREADS_MIN)) return [];
  const text = `${formatBytes(bytes)} of files was read again, and fits the memory of its servers`;
  return [{ text, of: null }];
}
