/** Plans, rows and observations of a fio sweep, generated from a seed, for tests of results and report. */
import { CONTRACT_VERSION } from '../../lib/shapes/contract-version';
import { createHash } from 'node:crypto';
import type { DecisionRule } from '../../lib/shapes/decision-rule';
import type { Cell, PlannedStep, Plan, TrialPlan } from '../../lib/shapes/plan';
import type { Spec } from '../../lib/shapes/spec';
import { listBars } from '../../lib/results/timeline';
import type { RigOutcome } from '../../lib/shapes/outcomes';
import { mergeLevels, type Observation } from '../../lib/shapes/observation';
import type { PublishedStudy } from '../../lib/shapes/published-study';
import type { Receipt } from '../../lib/shapes/receipt';
import type { SummaryInput } from '../../lib/results/summary';
import { countsInDecisions } from '../../lib/shapes/reason-effects';
import { type Reason, type TrialRow, toVerdict } from '../../lib/shapes/verdict';
import { FIO_FACT_LABELS, METRICS } from '../../lib/workloads/fio/cell/metrics';
import { measurements, normal, randomness } from './fixtures/fio-model';
import { makeRig } from './fixtures/rig';

export interface Options {
  readonly experiment?: string;
  /** Null: the spec has none. */
  readonly question?: string | null;
  /** Values by factor, including `target`. */
  readonly factors?: Readonly<Record<string, readonly string[]>>;
  readonly replicates?: number;
  readonly blocks?: number;
  /** Null: no question. */
  readonly decide?: Partial<DecisionRule> | null;
  /** External price of an hour, by target; absent: unknown. */
  readonly elsewhere?: Readonly<Record<string, number>>;
  /** Figures of a study; absent: none. */
  readonly published?: PublishedStudy;
  /** Price of an hour by target; absent: local and free. */
  readonly prices?: Readonly<Record<string, number>>;
  readonly simulated?: boolean;
  /** Index of the reference configuration. */
  readonly reference?: number;
  /** Reasons of a trial, by its number from 1. */
  readonly reasons?: (trial: number) => readonly Reason[];
  /** Relative standard deviation of repeats. */
  readonly noise?: number;
  readonly receipt?: Receipt | null;
}

const START = Date.parse('2026-03-02T09:00:00Z');
const FACTORS = { target: ['disk', 'memory'], op: ['randread', 'randwrite'], bs: ['4k', '64k'] };
const QUESTION = "How do this machine's disk and its memory file system compare for small random I/O?";
const USUAL = { margin: 0.02, burst: 'refused' } as const;
const DECIDE: DecisionRule = { ...USUAL, metric: 'iops', where: {}, prefer: 'highest' };

/** The input of a summary. */
export function execution(options: Options = {}): SummaryInput {
  const plan = makeFixturePlan(options);
  const random = randomness(7);
  const rows: TrialRow[] = [];
  const observations: Observation[] = [];
  for (const [index, trial] of plan.trials.entries()) {
    const cell = plan.cells.find(({ cellId }) => cellId === trial.cell)!;
    const started = START + 12_000 + index * 6_500;
    const reasons = options.reasons?.(index + 1) ?? [];
    const verdict = toVerdict(reasons);
    const measured = verdict !== 'NOT_RUN';
    rows.push({
      trial: trial.trial,
      rig: trial.rig,
      block: trial.block,
      stage: null,
      cell: trial.cell,
      replicate: trial.replicate,
      attempt: measured ? 1 : 0,
      attempts: measured ? 1 : 0,
      verdict,
      reasons,
      started: measured ? iso(started) : null,
      ended: measured ? iso(started + 4000) : null,
      overlap: measured ? 1 : null,
      facts: measured ? makeFacts(cell) : {},
      simulated: options.simulated ?? false,
    });
    if (!measured) continue;
    const noise = options.noise ?? 0.02;
    for (const found of measurements(cell, () => 1 + noise * normal(random))) {
      for (const host of ['client-0', null]) {
        observations.push({
          experiment: plan.experiment,
          execution: plan.executionId,
          cell: cell.cellId,
          levels: mergeLevels(cell),
          rig: trial.rig,
          block: trial.block,
          period: trial.period,
          stage: null,
          copy: trial.copy,
          trial: trial.trial,
          attempt: 1,
          replicate: trial.replicate,
          verdict,
          counts: countsInDecisions({ verdict, reasons }),
          scope: host === null ? 'aggregate' : 'host',
          host,
          workload: 'fio',
          ...found,
          started: iso(started),
          ended: iso(started + 4000),
          simulated: options.simulated ?? false,
          source: `raw/${trial.rig}/${trial.trial}/a1/client-0/measure/raw/fio.json`,
        });
      }
    }
  }
  const outcomes = makeOutcomes(plan, rows);
  return {
    plan,
    rows,
    observations,
    outcomes,
    receipt: options.receipt === undefined ? makeReceipt(plan) : options.receipt,
    bars: listBars(outcomes, rows),
    ...(options.prices === undefined ? {} : { spend: { usd: 1.23, lines: [], phases: [] } }),
  };
}

/** A plan with every combination of the values. */
export function makeFixturePlan(options: Options = {}): Plan {
  const { replicates = 3, blocks = 1, experiment = 'local-disk' } = options;
  const factors = Object.entries(options.factors ?? FACTORS).map(([name, levels]) => ({ name, levels }));
  const combinations = factors.reduce<Record<string, string>[]>(
    (all, { name, levels }) => all.flatMap((one) => levels.map((level) => ({ ...one, [name]: level }))),
    [{}],
  );
  const cells = combinations.map((levels): Cell => {
    const cellId = createHash('sha256').update(JSON.stringify(levels)).digest('hex').slice(0, 12);
    const { target = 'disk', ...params } = levels;
    const targetConfig = { path: `/data/${target}` };
    return {
      cellId,
      levels,
      target,
      stage: null,
      workload: 'fio',
      params,
      targetConfig,
      provisioned: {},
      limitedRates: [],
      storageUsdPerHour: options.prices?.[target] ?? 0,
      externalUsdPerHour: options.elsewhere?.[target] ?? null,
      hostsUsdPerHour: 0,
    };
  });
  const targets = [...new Set(cells.map(({ target }) => target))];
  const rigs = Array.from({ length: blocks }, (_, block) => block + 1).flatMap((block) =>
    targets.map((target) => ({ target, block })),
  );
  const command: PlannedStep = {
    name: 'measure',
    roles: ['client'],
    hosts: 1,
    scriptKey: `executions/${experiment}/e1/scripts/abc.sh`,
    scriptSha256: 'abc',
    barrier: true,
    measures: true,
    expectedSeconds: 5,
    timeoutSeconds: 60,
    pollSeconds: 1,
  };
  const trials: TrialPlan[] = [];
  for (const [index, { target, block }] of rigs.entries()) {
    for (let replicate = 1; replicate <= replicates; replicate += 1) {
      for (const cell of cells.filter((one) => one.target === target)) {
        trials.push({
          trial: `t${String(trials.length + 1).padStart(4, '0')}`,
          rig: `r${index + 1}`,
          block,
          period: 1,
          copy: 'c1',
          stage: null,
          cell: cell.cellId,
          replicate,
          round: replicate,
          plot: replicate,
          steps: [command],
          expectedSeconds: 6,
        });
      }
    }
  }
  return {
    schemaVersion: CONTRACT_VERSION,
    experiment,
    executionId: 'e1',
    question: options.question === undefined ? QUESTION : options.question,
    seed: 'e1',
    local: options.prices === undefined,
    region: options.prices === undefined ? null : 'us-east-1',
    simulated: false,
    startedAt: iso(START),
    deadline: START / 1000 + 8 * 3600,
    expiresAt: START / 1000 + 10 * 3600,
    spec: {
      design: { replicates, blocks, order: 'random' },
      limits: { maxUsd: 50, maxHours: 8 },
      workloads: { fio: { kind: 'fio' } },
    } as unknown as Spec,
    decide: options.decide === null ? null : { ...DECIDE, ...options.decide },
    telemetry: [],
    published: options.published ?? null,
    metrics: METRICS,
    factWords: FIO_FACT_LABELS,
    factors,
    comparison: 'sequential',
    alternative: null,
    references:
      options.reference === undefined
        ? []
        : cells.map(({ cellId }) => ({ cell: cellId, to: cells[options.reference ?? 0]!.cellId, exact: true })),
    cells,
    rigs: rigs.map(({ target, block }, index) =>
      makeRig(`r${index + 1}`, target, block, options.prices?.[target] ?? 0),
    ),
    trials,
    parallelRigs: 1,
    timing: {} as Plan['timing'],
    estimate: {
      usd: options.prices === undefined ? 0 : 2.5,
      seconds: 300,
      lines:
        options.prices === undefined
          ? []
          : [
              {
                item: 'c5n.2xlarge, 1 host',
                of: 'hosts',
                quantity: 0.4,
                unit: 'h',
                usdPerUnit: 0.432,
                usd: 0.17,
                source: 'price list',
              },
            ],
    },
    worstCase: { events: { rig: 900 }, payloadBytes: 20_000 },
  };
}

function makeFacts(cell: Cell): Record<string, string> {
  const memory = cell.target === 'memory';
  return {
    tool: 'fio fio-3.33',
    kernel: '6.1.0-18-cloud-amd64',
    mount: memory ? 'tmpfs on tmpfs (rw,nosuid,nodev)' : 'ext4 on /dev/nvme0n1p1 (rw,relatime)',
    command: `fio --name=measure --rw=${cell.levels['op'] ?? 'read'} --bs=${cell.levels['bs'] ?? '4k'}`,
    direct: memory ? '0' : '1',
    ...(memory ? { directReason: 'the file system refuses O_DIRECT' } : {}),
  };
}

function makeOutcomes(plan: Plan, rows: readonly TrialRow[]): readonly RigOutcome[] {
  return plan.rigs.map(({ rig }) => {
    const own = rows.filter((row) => row.rig === rig && row.started !== null);
    const first = Date.parse(own[0]?.started ?? iso(START + 12_000));
    const last = Date.parse(own.at(-1)?.ended ?? iso(START + 20_000));
    return {
      rig,
      status: 'SUCCEEDED',
      reason: null,
      marks: [
        { mark: 'creating', at: iso(first - 12_000) },
        { mark: 'preparing', at: iso(first - 9_000) },
        { mark: 'measuring', at: iso(first - 1_000) },
        { mark: 'deleting', at: iso(last + 1_000) },
        { mark: 'done', at: iso(last + 3_500) },
      ],
    };
  });
}

/** A clean receipt. */
export function makeReceipt(plan: Plan): Receipt {
  return {
    schemaVersion: 1,
    experiment: plan.experiment,
    executionId: plan.executionId,
    clean: true,
    outcome: 'SUCCEEDED',
    fencedAt: iso(START + 200_000),
    verifiedAt: iso(START + 206_000),
    resources: plan.rigs.map(({ rig }) => ({ kind: 'ec2-instance', id: `i-${rig}`, rig, state: 'terminated' })),
    remaining: [],
    covered: ['ec2-instance', 'launch-template'],
    unlisted: [],
  };
}

function iso(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
