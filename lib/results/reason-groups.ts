/** Groups the reasons against trials, each with its trials and remedy. */
import { RATE_MISSED } from './search/bisection';
import { UNFINISHED } from './trial-status';
import { ACCEPTABLE_REASONS, MACHINE_ERRORS, TRIAL_REASONS, WORKLOAD_REASONS } from '../shapes/error-codes';
import { groupBy } from '../shapes/collections';
import { isOutcome } from '../shapes/reason-effects';
import { affects, type Verdict, VERDICTS } from '../shapes/verdict';
import type { Summary, TrialSummary } from './summary';

export interface ReasonGroup {
  /** Verdict of these trials. A code with two verdicts makes two groups. */
  readonly verdict: Verdict;
  readonly code: string;
  /** The trials still count: the reason depends on their results, so excluding them would bias the comparison. */
  readonly counts: boolean;
  /** Metrics whose values do not count because of this reason; empty if it concerns all metrics, or none. */
  readonly but: readonly string[];
  readonly trials: readonly TrialSummary[];
  /** Text of the reason in the first trial, with numbers. */
  readonly text: string;
  /** What the user can do; null if nothing. */
  readonly remedy: string | null;
}

/** Reasons (without notes) of all trials that are not VALID, most common first. A trial may be in several groups. */
export function groupReasons({
  trials,
  accept,
  searches = [],
}: Pick<Summary, 'trials' | 'accept' | 'searches'>): readonly ReasonGroup[] {
  // A value above the limit is a result of the search, and needs no remedy.
  const failing = searches.flatMap(({ replicates }) =>
    replicates.flatMap(({ path }) => path.flatMap(({ trial, outcome }) => (outcome === 'fails' ? [trial] : []))),
  );
  const expected = new Set(failing);
  const found = trials.flatMap((trial) => [
    ...(trial.excludedFor === UNFINISHED ? [{ trial, code: UNFINISHED, text: UNFINISHED_TEXT, metrics: [] }] : []),
    ...(trial.verdict === 'VALID'
      ? []
      : trial.reasons
          .filter(({ level, code }) => level !== 'note' && !(expected.has(trial.trial) && RATE_MISSED.includes(code)))
          .map(({ code, text, metrics = [] }) => ({ trial, code, text, metrics }))),
  ]);
  const groups = groupBy(found, ({ trial, code }) => `${trial.verdict} ${trial.excludedFor === null} ${code}`);
  return [...groups.values()]
    .flatMap((all): readonly ReasonGroup[] => {
      const [first] = all;
      if (first === undefined) return [];
      const { trial, code, text } = first;
      const own = [...new Map(all.map((one) => [one.trial.trial, one.trial])).values()];
      const counts = trial.excludedFor === null;
      const but = counts && !isOutcome(code) ? [...new Set(all.flatMap(({ metrics }) => metrics))] : [];
      const remedy = suggestRemedy(code, own, accept?.codes ?? []);
      return [{ verdict: trial.verdict, code, counts, but, trials: own, text, remedy }];
    })
    .toSorted((a, b) => b.trials.length - a.trials.length || VERDICTS.indexOf(a.verdict) - VERDICTS.indexOf(b.verdict));
}

/** The remedy. If `--accept` with more reasons would count trials, adds the complete `--accept` list. */
function suggestRemedy(code: string, trials: readonly TrialSummary[], accepted: readonly string[]): string | null {
  const remedy = findRemedy(code)?.replace(/; or count such trials: .*$/, '.') ?? null;
  const rest = trials.flatMap(({ verdict, excludedFor: out, reasons }) => {
    if (verdict !== 'SUSPECT' || out === null || out === UNFINISHED) return [];
    const own = reasons.filter((one) => one.level !== 'note' && !isOutcome(one.code) && affects(one, null));
    const missing = own.flatMap((one) => (accepted.includes(one.code) ? [] : [one.code]));
    return missing.includes(code) && missing.every((one) => ACCEPTABLE_REASONS.includes(one)) ? missing : [];
  });
  const list = [...new Set([...accepted, ...rest])].join(',');
  const advice = `; or count such trials: \`npx fsxbench report FOLDER --accept ${list}\`.`;
  return rest.length === 0 ? remedy : (remedy?.replace(/\.$/, advice) ?? null);
}

const UNFINISHED_TEXT = 'the rig was stopped before all configurations had run in this round';

const REMEDIES: Readonly<Record<string, { readonly remedy: string }>> = {
  ...WORKLOAD_REASONS,
  ...MACHINE_ERRORS,
  ...TRIAL_REASONS,
};

/** Remedy for a reason; null for unknown codes, and if the user can do nothing. */
export function findRemedy(code: string): string | null {
  const remedy = Object.hasOwn(REMEDIES, code) ? REMEDIES[code]?.remedy : undefined;
  return remedy === undefined || remedy === 'No action needed.' ? null : remedy;
}
