import pc from 'picocolors';
import { rehearsalJson, rehearsalText } from '../../../lib/cli/text/rehearse-text';
import { summarize } from '../../../lib/results/summary';
import type { Reason } from '../../../lib/shapes/verdict';
import type { Rehearsal } from '../../../lib/twin/rehearsal/rehearse';
import { execution } from '../../results/fixture';
import cases from './rehearse-text.cases.json';

/** A rehearsal that came to nothing: whatever has no answer must still be said. */
const FAILED = cases.failed as unknown as Rehearsal;

const text = (rehearsal: Rehearsal): string[] =>
  rehearsalText(rehearsal, { colours: pc.createColors(false), region: 'eu-west-1', report: null, columns: 100 }).split(
    '\n',
  );

const NO_TRIALS = { spec: { workloads: {} }, cells: [], trials: [] };

describe('rehearsalText', () => {
  it('says which tools it takes as there that somebody has to bring', () => {
    const plan = cases.plan as unknown as Rehearsal['plan'];
    expect(text({ ...FAILED, plan }).filter((line) => line.startsWith('tools'))).toEqual([
      "tools     modelled: tool bundle 'ior' for amzn-2023-aarch64; a deployment must have it: " +
        'npx fsxbench tools --help',
    ]);
    expect(text(FAILED).filter((line) => line.startsWith('tools'))).toEqual([]);
    expect(rehearsalJson({ ...FAILED, plan }, 'e', null)).toMatchObject({
      assumedTools: [{ bundle: 'ior', system: 'amzn-2023-aarch64', roles: ['client'] }],
    });
  });

  it('says that what others do between stages is modelled', () => {
    const planOf = (...actions: object[]) => {
      const batches = actions.map((one) => ({ changes: [{ actions: [one] }, {}] }));
      return { ...NO_TRIALS, rigs: [{ rig: 'r1', periods: [{ batches }] }] } as unknown as Rehearsal['plan'];
    };
    const told = (plan: Rehearsal['plan']) => text({ ...FAILED, plan }).filter((line) => line.startsWith('others'));
    const [person, hook] = [{ confirm: 'Add a shelf.' }, { hook: 'arn:aws:states:…' }];
    const ending = '; nobody was asked, and nothing of yours was run';
    expect(told(planOf(person, person, hook))).toEqual([`others    modelled: 2 confirmations and 1 hook${ending}`]);
    expect(told(planOf(hook))).toEqual([`others    modelled: 1 hook${ending}`]);
    expect(told(planOf())).toEqual([]);
  });

  it('says of several rigs whose steps the time is made of', () => {
    const timeOf = (rigs: readonly string[], steps: readonly string[]): string | undefined => {
      const plan = { ...NO_TRIALS, rigs: rigs.map((rig) => ({ rig, periods: [] })) } as unknown as Rehearsal['plan'];
      const path = steps.map((what) => ({ what, seconds: 60 }));
      return text({ ...FAILED, plan, path }).find((line) => line.startsWith('time'));
    };
    expect(timeOf(['r1'], ['r1 creating'])).toBe('time      1h 2m: r1 creating 1m');
    expect(timeOf(['r1', 'r10'], ['admission', 'r10 creating'])).toBe(
      'time      1h 2m, of 2 rigs the longest is r10: admission 1m, r10 creating 1m',
    );
    expect(timeOf(['r1', 'r2', 'r3'], ['r1 creating', 'r3 creating'])).toMatch(
      /^time {6}1h 2m, of 3 rigs the longest chain is r1, r3: r1 creating/,
    );
  });

  it('says what was paid for what, and that a sum is too low', () => {
    const lines = text(FAILED);
    expect(lines).toContain('no results: FAILED Broken the template was refused');
    expect(lines).toContain('paid      $1.60 at prices of eu-west-1: $1.50 hosts, x; $0.10 disks');
    expect(lines).toContain('          y9.metal: no price is known, the sum is too low');
    expect(lines).toContain(
      'phases    of all rigs together: creating $0.60 in 1m 1s, measuring $1.00 in 1h; ' +
        '62.5 % of the money was spent while hosts measured (without warm-up and waiting); ' +
        'fleets $1.00 in trials, $0.50 outside of them',
    );
    expect(lines).toContain('unused    storage paid for without hosts that prepare, a trial or a change: r1 1m');
  });

  it('says how long it took and by what, and what the machines did', () => {
    const lines = text(FAILED);
    expect(lines).toContain('time      1h 2m: admission 1s, r1 creating 10m');
    expect(lines).toContain(
      'machines  42 transitions ($0.00105, in no sum above); at most 90 events and 4000 bytes in one execution',
    );
    expect(lines).toContain('check failed: nothing-left: ResourceLeft: fsx:file-system fs-1 is AVAILABLE');
  });

  it('says nothing of what was not paid for', () => {
    const bill = {
      ...FAILED.bill,
      usd: 0,
      lines: [],
      phases: [],
      measuringShare: null,
      hosts: { measuringUsd: 0, otherUsd: 0 },
      idle: [],
      unknown: [],
    };
    const lines = text({ ...FAILED, bill });
    expect(lines.slice(1, 3)).toEqual(['paid      $0 at prices of eu-west-1', expect.stringMatching(/^time /)]);
  });

  it('says in one line which rigs ended before their trials, and why', () => {
    const stops = cases.stops as [number, string, string][];
    const reasons = (trial: number): readonly Reason[] => {
      const code = stops.find(([number]) => number === trial)?.[2];
      return code === undefined ? [] : [{ level: 'not-run', code, text: 'x' }];
    };
    const made = summarize(execution({ reasons }));
    const trials = made.trials.map((trial, index) => ({ ...trial, rig: stops[index]?.[1] ?? trial.rig }));
    const lines = text({ ...FAILED, status: 'SUCCEEDED', summary: { ...made, trials } });
    expect(lines.filter((line) => line.startsWith('stopped'))).toEqual([
      'stopped   3 NOT_RUN: the share of the budget of r1, r2 was reached; 1 NOT_RUN: the deadline came first in r3',
    ]);
    expect(text({ ...FAILED, summary: summarize(execution()) }).join()).not.toContain('stopped');
  });
});

describe('rehearsalJson', () => {
  it('is marked, and has all that the text has', () => {
    const advice = { severity: 'advice', code: 'Bursts', path: ['targets'], message: 'm' } as const;
    expect(rehearsalJson(FAILED, 'e1', 'report/index.html', { region: 'eu-west-1', problems: [advice] })).toEqual({
      simulated: true,
      note: 'modelled: nothing was created, measured or paid',
      executionId: 'e1',
      outcome: 'FAILED',
      error: 'Broken',
      cause: 'the template was refused',
      seconds: 3725.2,
      cost: { region: 'eu-west-1', ...FAILED.bill, estimateUsd: null, maxUsd: null },
      criticalPath: FAILED.path,
      stateMachines: { transitions: 42, mostEvents: 90, mostPayloadBytes: 4000, machines: FAILED.machines },
      answer: null,
      verdicts: null,
      receipt: null,
      complaints: FAILED.complaints,
      problems: [advice],
      report: 'report/index.html',
      result: expect.objectContaining({
        schema: 'fsxbench.result/1',
        end: 'Failed',
        outcome: 'FAILED',
        error: { name: 'Broken', message: 'the template was refused' },
      }),
    });
  });
});
