/** What speaks against trials, put together: each reason once, with how often it was met and what to do about it. */
import { ROUND } from './counting';
import { ACCEPTABLE, MACHINE_ERRORS, TRIAL_REASONS, WORKLOAD_REASONS } from '../shapes/coded-texts';
import { groupBy } from '../shapes/group';
import { cameOut } from '../shapes/weighing';
import { concerns, type Verdict, VERDICTS } from '../shapes/verdict';
import type { Summary, TrialSummary } from './summary';

/** One reason, over all trials that have it. */
export interface Against {
  /** Verdict of these trials; the same code under two verdicts stands twice. */
  readonly verdict: Verdict;
  readonly code: string;
  /** They count in decisions all the same: it says how they came out. */
  readonly counts: boolean;
  /** But for these metrics of them; empty where it speaks against all, or none. */
  readonly but: readonly string[];
  readonly trials: readonly TrialSummary[];
  /** What the first of them says, with its numbers. */
  readonly text: string;
  /** What to do; null where nothing is to be done. */
  readonly remedy: string | null;
}

/**
 * Reasons of all trials that are not VALID, the commonest first; notes are none. A trial with two reasons stands under
 * both.
 */
export function against({ trials, accept }: Pick<Summary, 'trials' | 'accept'>): readonly Against[] {
  const found = trials.flatMap((trial) => [
    ...(trial.out === ROUND ? [{ trial, code: ROUND, text: ROUND_TEXT, metrics: [] }] : []),
    ...(trial.verdict === 'VALID'
      ? []
      : trial.reasons
          .filter(({ level }) => level !== 'note')
          .map(({ code, text, metrics = [] }) => ({ trial, code, text, metrics }))),
  ]);
  const groups = groupBy(found, ({ trial, code }) => `${trial.verdict} ${trial.out === null} ${code}`);
  return [...groups.values()]
    .flatMap((all): readonly Against[] => {
      const [first] = all;
      if (first === undefined) return [];
      const { trial, code, text } = first;
      const own = [...new Map(all.map((one) => [one.trial.trial, one.trial])).values()];
      const counts = trial.out === null;
      const but = counts && !cameOut(code) ? [...new Set(all.flatMap(({ metrics }) => metrics))] : [];
      const remedy = offerAccepting(code, own, accept?.codes ?? []);
      return [{ verdict: trial.verdict, code, counts, but, trials: own, text, remedy }];
    })
    .toSorted((a, b) => b.trials.length - a.trials.length || VERDICTS.indexOf(a.verdict) - VERDICTS.indexOf(b.verdict));
}

/** What to do, and where trials count as soon as more is accepted, all that `--accept` takes for it. */
function offerAccepting(code: string, trials: readonly TrialSummary[], accepted: readonly string[]): string | null {
  const remedy = remedyOf(code)?.replace(/; or count such trials: .*$/, '.') ?? null;
  const rest = trials.flatMap(({ verdict, out, reasons }) => {
    if (verdict !== 'SUSPECT' || out === null || out === ROUND) return [];
    const own = reasons.filter((one) => one.level !== 'note' && !cameOut(one.code) && concerns(one, null));
    const missing = own.flatMap((one) => (accepted.includes(one.code) ? [] : [one.code]));
    return missing.includes(code) && missing.every((one) => ACCEPTABLE.includes(one)) ? missing : [];
  });
  const list = [...new Set([...accepted, ...rest])].join(',');
  return rest.length === 0 ? remedy : (remedy?.replace(/\.$/, `; or count such trials: --accept ${list}.`) ?? null);
}

const ROUND_TEXT = 'the rig was stopped before every configuration had its turn in this round';

const ENTRIES: Readonly<Record<string, { readonly remedy: string }>> = {
  ...WORKLOAD_REASONS,
  ...MACHINE_ERRORS,
  ...TRIAL_REASONS,
};

/** What to do about a reason; null for codes that nobody knows, and where nothing is to be done. */
export function remedyOf(code: string): string | null {
  const remedy = Object.hasOwn(ENTRIES, code) ? ENTRIES[code]?.remedy : undefined;
  return remedy === undefined || remedy === 'Nothing.' ? null : remedy;
}
