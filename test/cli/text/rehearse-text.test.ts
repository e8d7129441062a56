import pc from 'picocolors';
import { formatRehearsalJson, formatRehearsal } from '../../../lib/cli/text/rehearse-text';
import { summarize } from '../../../lib/results/summary';
import type { Reason } from '../../../lib/shapes/verdict';
import type { Rehearsal } from '../../../lib/twin/rehearsal/rehearse';
import { execution } from '../../results/fixture';
import cases from './rehearse-text.cases.json';

/** A rehearsal that came to nothing: whatever has no answer must still be said. */
const FAILED = cases.failed as unknown as Rehearsal;

const text = (rehearsal: Rehearsal): string[] =>
  formatRehearsal(rehearsal, { colours: pc.createColors(false), region: 'eu-west-1', report: null, title: null }).split(
    '\n',
  );

const NO_TRIALS = {
  spec: { workloads: {}, limits: {} },
  estimate: { usd: 2.26, seconds: 0 },
  cells: [],
  trials: [],
};

describe('formatRehearsal', () => {
  it('prints the assumptions in one line: model, tool bundles, confirmations and hooks', () => {
    const assumed = (plan: Rehearsal['plan']) => text({ ...FAILED, plan }).filter((line) => line.startsWith('assumed'));
    const plan = cases.plan as unknown as Rehearsal['plan'];
    const MODEL = /rates and latencies: .*queues .*3% noise, without outliers or noisy neighbors; commands .*$/;
    expect(assumed(null)).toEqual([expect.stringMatching(MODEL)]);
    expect(assumed(plan)).toEqual([
      expect.stringMatching(/^assumed {5}tool bundle 'ior' for amzn-2023-aarch64 \(npx fsxbench tools --help\); rates/),
    ]);
    expect(formatRehearsalJson({ ...FAILED, plan }, 'e', null)).toMatchObject({
      assumedTools: [{ bundle: 'ior', system: 'amzn-2023-aarch64', roles: ['client'] }],
    });
    const planOf = (...actions: object[]) => {
      const batches = actions.map((one) => ({ changes: [{ actions: [one] }, {}] }));
      return {
        ...NO_TRIALS,
        rigs: [{ rig: 'r1', copies: [], periods: [{ batches }] }],
      } as unknown as Rehearsal['plan'];
    };
    const [person, hook] = [{ confirm: 'Add a shelf.' }, { hook: 'arn:aws:states:…' }];
    expect(assumed(planOf(person, person, hook))[0]).toContain('2 confirmations and 1 hook assumed to succeed; rates');
    expect(assumed(planOf(hook))[0]).toContain('1 hook assumed to succeed');
  });

  it('prints first the cost, its parts and the source of prices', () => {
    // users.md, defect 8
    expect(text(FAILED).slice(0, 5)).toEqual([
      'would cost  $1.60, 1h 2m, eu-west-1',
      'no price    y9.metal: the total is too low',
      'by phase    creating $0.60 (1m 1s) + measuring $1.00 (1h)',
      'by item     storage $0.10 + hosts $1.50',
      'prices      list prices of eu-west-1, dated 2026-07-20 to 2026-11-21; sources: `npx fsxbench prices`',
    ]);
    const plan = { ...NO_TRIALS, spec: { workloads: {}, limits: { maxUsd: 20 } }, rigs: [] } as object;
    const limits = { ...plan, startedAt: '1970-01-01T00:01:00Z', deadline: 3660 };
    const lines = text({ ...FAILED, plan: limits as unknown as Rehearsal['plan'] });
    expect(lines).toContainEqual(expect.stringMatching(/^by item .*; estimate and budget exclude services \(.*\)$/));
    expect([lines[0], lines[2]]).toEqual([
      'would cost  $1.60 and about $0.01 for services (estimate $2.26, budget $20.00), 1h 2m, eu-west-1',
      'at most     $20.00: a rig stops at its share of the budget; no trial starts after 1h',
    ]);
  });

  it('avoids the words paid and spent, and marks figures as simulated', () => {
    const lines = text({ ...FAILED, summary: summarize(execution()) }).join('\n');
    expect(lines).not.toMatch(/\b(paid|spent|cost nothing)\b/);
    expect(lines).toMatch(/\nsimulated figures, not a measurement: \d+ VALID\. /);
  });

  it('prints what failed, and that the cleanup is not verified', () => {
    const lines = text(FAILED);
    expect(lines).toContain('failed      FAILED Broken the template was refused');
    expect(lines).toContainEqual(expect.stringMatching(/^cleanup {5}not verified yet/));
    expect(lines).toContain('failed      nothing-left: ResourceLeft: fsx:file-system fs-1 is AVAILABLE');
    expect(lines).toContain('duration    1h 2m: admission 1s, r1 creating 10m');
  });

  it('prints a request that failed for several target instances in one line', () => {
    const made = summarize(execution());
    const missed = ['c1', 'c2'].map((copy) => ({ copy, request: 'alarmServerCpu', text: 'ValidationError: no query' }));
    const outcomes = made.outcomes.map((one) => ({ ...one, without: missed }));
    expect(text({ ...FAILED, summary: { ...made, outcomes } }).filter((line) => line.startsWith('missing'))).toEqual([
      expect.stringMatching(/^missing {5}alarmServerCpu: ValidationError: no query \(\d+ times\)$/),
    ]);
  });

  it('omits the parts of the cost when it is $0', () => {
    const bill = { ...FAILED.bill, usd: 0, lines: [], phases: [], idle: [], unknown: [] };
    expect(text({ ...FAILED, bill }).slice(0, 2)).toEqual([
      'would cost  $0, 1h 2m, eu-west-1',
      expect.stringMatching(/^duration /),
    ]);
  });

  it('prints in one line which rigs stopped before their trials, and why', () => {
    const stops = cases.stops as [number, string, string][];
    const reasons = (trial: number): readonly Reason[] => {
      const code = stops.find(([number]) => number === trial)?.[2];
      return code === undefined ? [] : [{ level: 'not-run', code, text: 'x' }];
    };
    const made = summarize(execution({ reasons }));
    const trials = made.trials.map((trial, index) => ({ ...trial, rig: stops[index]?.[1] ?? trial.rig }));
    const lines = text({ ...FAILED, status: 'SUCCEEDED', summary: { ...made, trials } });
    expect(lines.filter((line) => line.startsWith('stopped'))).toEqual([
      'stopped     3 NOT_RUN: budget share reached in r1, r2; 1 NOT_RUN: deadline reached in r3',
    ]);
    expect(text({ ...FAILED, summary: summarize(execution()) }).join()).not.toContain('stopped');
  });
});

describe('formatRehearsalJson', () => {
  it('returns a document marked as simulated, with cost, complaints and result', () => {
    const advice = { severity: 'advice', code: 'Bursts', path: ['targets'], message: 'm' } as const;
    expect(formatRehearsalJson(FAILED, 'e1', 'report/index.html', { region: 'eu-west-1', problems: [advice] })).toEqual(
      {
        simulated: true,
        note: 'simulated: nothing was created, measured or billed',
        executionId: 'e1',
        outcome: 'FAILED',
        error: 'Broken',
        cause: 'the template was refused',
        seconds: 3725.2,
        cost: { region: 'eu-west-1', ...FAILED.bill, servicesUsd: null, estimateUsd: null, maxUsd: null },
        criticalPath: FAILED.path,
        stateMachines: { transitions: 42, mostEvents: 90, mostPayloadBytes: 4000, machines: FAILED.machines },
        answer: null,
        verdicts: null,
        receipt: null,
        complaints: FAILED.complaints,
        problems: [advice],
        report: 'report/index.html',
        result: expect.objectContaining({
          schema: 'fsxbench.result/2',
          end: 'Failed',
          outcome: 'FAILED',
          error: { name: 'Broken', message: 'the template was refused' },
        }),
      },
    );
  });
});
