/** Trials of which one metric alone is left out: of answers that ask for another one, and require that. */
import { buildAnswer } from '../../lib/results/answer/decision';
import type { Candidate } from '../../lib/results/answer/contender';
import { toTrialStatuses } from '../../lib/results/trial-status';
import { getDesignFacts } from '../../lib/results/design/facts';
import { computeMeasures } from '../../lib/results/measures';
import type { Criterion, DecisionRule, AcceptedReasons } from '../../lib/shapes/decision-rule';
import type { Observation } from '../../lib/shapes/observation';
import type { TrialRow, Reason } from '../../lib/shapes/verdict';
import { MDTEST_TOOL } from '../../lib/workloads/mpi/mdtest/mdtest';
import { listMetrics } from '../../lib/workloads/mpi/tool';
import { computeExitCode, EXIT } from '../../lib/cli/exit-code';
import { describeMissing } from '../../lib/results/exclusion-notes';
import { summarize } from '../../lib/results/summary';
import { execution } from './fixture';

/** Lookups of one trial each, and whether they were over too soon. */
type Cell = readonly (readonly [lookups: number, over: boolean])[];

const QUICK: Cell = [8400, 8500, 8600, 8450, 8550, 8500].map((value) => [value, false] as const);
const OVER: Cell = [31_000, 32_000, 33_000, 31_500].map((value) => [value, true] as const);
const SURE: Cell = [12_000, 12_100, 12_200, 12_050, 11_950, 12_020].map((value) => [value, false] as const);

function answer(how: Partial<DecisionRule>, cells: Readonly<Record<string, Cell>>) {
  const trials = Object.entries(cells).flatMap(([cell, its]) =>
    its.map(([lookups, over], index) => ({ trial: `${cell}${index}`, cell, lookups, over, period: index + 1 })),
  );
  const plan = trials.map(({ trial, period }) => ({ trial, rig: 'r1', period, copy: 'c1', round: period }));
  const rows = trials.map(({ trial, cell, over }) => ({
    trial,
    cell,
    rig: 'r1',
    block: 1,
    stage: null,
    replicate: 1,
    attempt: 1,
    attempts: 1,
    overlap: 1,
    facts: {},
    verdict: over ? 'SUSPECT' : 'VALID',
    reasons: over ? [{ level: 'suspect', code: 'ShortRun', text: 'over', metrics: ['file_stat'] }] : [],
    started: '2026-01-01T00:00:00Z',
    ended: '2026-01-01T00:05:00Z',
    simulated: false,
  })) as unknown as readonly TrialRow[];
  const observations = trials.flatMap(({ trial, cell, lookups }) =>
    [['file_create', 5000 + lookups / 1000] as const, ['file_stat', lookups] as const].map(([metric, value]) => ({
      trial,
      cell,
      metric,
      value,
      attempt: 1,
      scope: 'aggregate',
      operation: null,
      statistic: 'mean',
      unit: 'ops/s',
    })),
  ) as unknown as readonly Observation[];
  const counting = toTrialStatuses(plan, rows);
  const candidates = Object.keys(cells).map((cell, index) => ({
    cell,
    label: cell,
    levels: { target: cell },
    workload: 'w',
    usdPerHour: index + 1,
    measures: computeMeasures(
      rows.filter((row) => row.cell === cell),
      observations.filter((one) => one.cell === cell),
      counting,
      false,
    ),
  })) as unknown as readonly Candidate[];
  const facts = { ...getDesignFacts(false, false, counting.values()), trials: counting };
  const decide = { where: {}, margin: 0.02, prefer: 'cheapest', ...how } as unknown as DecisionRule;
  return buildAnswer(decide, candidates, ['target'], listMetrics(MDTEST_TOOL), facts);
}
const LOOKUPS: Criterion = { name: 'lookups', metric: 'file_stat', atLeast: 10_000 };
const listSelections = (notes: readonly string[]) => notes.filter((one) => one.startsWith('Trials of A are excluded'));

describe('a metric excluded from trials whose phase ended too soon (ShortRun)', () => {
  it('leaves a configuration open when the excluded metric is the question or a criterion', () => {
    const cells = { A: [...QUICK, ...OVER], B: SURE };
    const asked = answer({ metric: 'file_stat', atLeast: 10_000 }, cells);
    const required = answer({ metric: 'file_create', atLeast: 1000, require: [LOOKUPS] }, cells);
    for (const { open, cautions, details } of [asked, required]) {
      expect(open).toEqual(['A']);
      expect([...cautions, ...details]).toContain('Excluded: 4 of 10 trials of A (ShortRun).');
    }
    expect(listSelections(required.cautions)).toEqual([
      'Trials of A are excluded or late because of their results: true values may differ.',
    ]);
  });

  it('excludes a configuration that misses a criterion when none of its trials were excluded', () => {
    const { outcome, headline, cautions } = answer(
      { metric: 'file_create', atLeast: 1000, require: [LOOKUPS] },
      { A: QUICK, B: SURE },
    );
    expect([outcome, listSelections(cautions)]).toEqual(['meets', []]);
    expect(headline).toMatch(
      /^Of 2 configurations, B is the cheapest that meets 1,000 ops\/s and criterion lookups \(at least 10,000/,
    );
  });
});

const makeSuspect = (code: string): Reason => ({ level: 'suspect', code, text: 'others' });
const FACTORS = { target: ['disk', 'memory'], bs: ['4k'] };

function summarizeAccepted(accept: AcceptedReasons | null, codes: readonly string[] = ['HostBusy']) {
  const input = execution({ factors: FACTORS, replicates: 6, reasons: () => codes.map(makeSuspect) });
  return summarize({ ...input, plan: { ...input.plan, ...(accept === null ? {} : { accept }) } });
}
const getExitCode = (summary: ReturnType<typeof summarizeAccepted>) =>
  computeExitCode({ clean: true, interrupted: false, error: undefined, summary });
const WRITTEN: AcceptedReasons = { codes: ['HostBusy'], isExploratory: false };
const FLAG: AcceptedReasons = { ...WRITTEN, isExploratory: true };

it('excludes trials with reason HostBusy by default', () => {
  const summary = summarizeAccepted(null);
  expect(summary.answer).toMatchObject({ outcome: 'open', isExploratory: false });
  expect(getExitCode(summary)).toBe(EXIT.tooLittle);
});

it('counts trials whose reasons the spec accepts, with a caution first', () => {
  const { answer, ...rest } = summarizeAccepted(WRITTEN);
  expect(answer).toMatchObject({ outcome: 'best', met: 'yes', isExploratory: false });
  expect(answer.cautions[0]).toMatch(/^Counted despite warnings: 6 of 6 trials of disk \(HostBusy\) and /);
  expect(getExitCode({ answer, ...rest })).toBe(EXIT.done);
});

it('returns an exploratory answer, and no exit code 0, when only the command line accepts the reasons', () => {
  const summary = summarizeAccepted(FLAG);
  expect(summary.answer).toMatchObject({ outcome: 'best', met: 'open', isExploratory: true });
  expect(summary.answer.headline).toMatch(/^Exploratory: memory has the highest IOPS/);
  expect(getExitCode(summary)).toBe(EXIT.open);
  // Of a question that nobody asked, too.
  const { answer, ...rest } = summary;
  expect(getExitCode({ ...rest, answer: { ...answer, met: null } })).toBe(EXIT.open);
});

it('excludes trials with another, unaccepted reason, and is exploratory only when an accepted one occurred', () => {
  expect(summarizeAccepted(FLAG, ['HostBusy', 'ShortRun']).answer.outcome).toBe('open');
  expect(summarizeAccepted(FLAG, []).answer).toMatchObject({ met: 'yes', isExploratory: false });
});

describe('describeMissing', () => {
  const describe = (why: readonly string[], metric = 'commit_latency_p99') =>
    describeMissing({
      decide: { metric },
      decision: { leftOut: why.map((one) => ({ why: one })) },
      circumstances: { trials: new Map() },
    } as unknown as Parameters<typeof describeMissing>[0]);

  it('names the metric that no trial gave, and the remedy for a percentile', () => {
    expect(describe(['no trial gave commit_latency_p99'])).toBe(
      'No result: no trial gave commit_latency_p99. A percentile needs more operations: measure longer. ' +
        '0 of 0 trials are valid.',
    );
    expect(describe(['no trial gave iops'], 'iops')).toBe('No result: no trial gave iops. 0 of 0 trials are valid.');
  });

  it('counts the valid trials when reasons differ', () => {
    expect(describe(['no trial gave iops', 'infeasible'])).toBe('No result: 0 of 0 trials are valid.');
  });
});
