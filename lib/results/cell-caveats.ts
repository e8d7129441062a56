/** Caveats of a cell's figures, from its counted trials. The answer repeats the caveats. */
import { BURST_RATIO } from '../shapes/provisioned-rates';
import type { FactLabel } from '../shapes/metric';
import { type Cell, listCopies, type Plan } from '../shapes/plan';
import { groupBy } from '../shapes/collections';
import { formatBytes } from '../shapes/quantity';
import { HOST_CREDITS, type TrialRow } from '../shapes/verdict';
import { findRemark, isLowerBound } from '../shapes/reason-effects';
import { findTarget } from '../targets/registry';
import type { TrialStatus } from './trial-status';
import type { Measure } from './measures';
import { listByteRates } from './byte-rates';
import { getMeasuringStep } from './trial/attempt-result';
import surroundings from './trial/surroundings.json';

/** Causes that do not concern reads. */
const OF_WRITES = Object.values(surroundings).flatMap((row) => ('ofWrites' in row ? [row.why] : []));

export interface CellCaveats {
  readonly trials: number;
  /** Limits outside the storage. */
  readonly bound: readonly BoundCause[];
  /** What the figures do not prove, e.g. that files are durable. */
  readonly remarks: readonly CellRemark[];
  /** Network traffic and baseline of the hosts in the first trial that spent credits; absent: none did. */
  readonly hostCredits?: string;
}

export interface BoundCause {
  /** Code of a note, e.g. `ClientBound`, or a resource at its limit, e.g. `host CPU`. */
  readonly code: string;
  /** Number of trials with the note; null if the median trial decides. */
  readonly trials: number | null;
}

export interface CellRemark {
  /** Sentence part after the name of the cell. */
  readonly text: string;
  /** Metrics with this remark; null for all metrics. */
  readonly of: readonly string[] | null;
  /** It does not concern reads. */
  readonly ofWrites?: boolean;
}

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
  const spent = own.flatMap(({ reasons }) => reasons.find(({ code }) => code === HOST_CREDITS) ?? []);
  const noted = own.flatMap(({ facts }) =>
    Object.entries(facts).flatMap(([name, value]): CellRemark[] => {
      const words = factWords[name];
      const remark = words?.showWithAnswer === true ? words.remarks?.[value] : undefined;
      return remark === undefined ? [] : [{ text: remark.text, of: remark.of ?? null }];
    }),
  );
  const causes = own.flatMap(({ reasons }) =>
    reasons.flatMap((one): CellRemark[] => {
      const [text, ofWrites] = [findRemark(one), OF_WRITES.includes(one.why ?? '')];
      return text === null
        ? []
        : [{ text: `${text} (${one.code})`, of: one.metrics ?? null, ...(ofWrites ? { ofWrites } : {}) }];
    }),
  );
  const target = [...remarks, ...listChanges(own)].map((text): CellRemark => ({ text, of: null }));
  return {
    trials: own.length,
    ...(spent[0] === undefined ? {} : { hostCredits: spent[0].text }),
    bound: [...new Set(codes)].map((code) => ({ code, trials: codes.filter((one) => one === code).length })),
    remarks: [...new Map([...target, ...noted, ...causes].map((one) => [one.text, one])).values()],
  };
}

const CHANGED_FACTS = { mount: 'mount', tool: 'version of the tool', kernel: 'kernel' };
/** Facts that changed between trials of one rig, e.g. after a reboot, an upgrade, or a mount that was lost. */
function listChanges(rows: readonly TrialRow[]): readonly string[] {
  const rigs = [...groupBy(rows, ({ rig, stage }) => `${rig} ${stage ?? ''}`).values()];
  return Object.entries(CHANGED_FACTS).flatMap(([name, words]) => {
    const values = rigs.map((own) => [...new Set(own.flatMap(({ facts }) => facts[name] ?? []))]);
    const changed = values.find(({ length }) => length > 1);
    return changed === undefined ? [] : [`the ${words} changed between trials: ${changed.join(', then ')}`];
  });
}

/** Minimum number of reads per file for the remark. */
const REREADS_MIN = 2;
/** Servers with this metric report cache hits themselves (`ServerCacheHit`). */
const CACHE_HITS_METRIC = 'server_cache_hits';

/** At most one remark: server caches may have served repeated reads of files that fit. Sizes as AWS documents them. */
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
  // Rates above the provisioned one already have a caveat about caches and credits.
  const isSaid = measures.some(
    ({ metric, ofProvisioned }) => metric === CACHE_HITS_METRIC || (ofProvisioned ?? 0) > BURST_RATIO,
  );
  if (trial === undefined || !(ofHost > 0 && seconds > 0) || isSaid) return [];
  const { roles = [] } = plan.rigs.find(({ rig }) => rig === trial.rig) ?? {};
  const asking = roles.filter(({ role }) => getMeasuringStep(trial).roles.includes(role));
  const bytes = asking.reduce((sum, { count }) => sum + count * ofHost, 0);
  const caches = findTarget(kind)?.performance.model(cell.targetConfig)?.cacheBytes ?? 0;
  const turns = listByteRates(cell.limitedRates, measures);
  const times = (turns.reduce((sum, { read }) => sum + read, 0) / turns.length) * (seconds / bytes);
  if (!(bytes <= caches && times >= REREADS_MIN)) return [];
  const text = `${formatBytes(bytes)} of files were read repeatedly and fit in server memory`;
  return [{ text, of: null }];
}
