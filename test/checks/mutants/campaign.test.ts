import { measureBaseline, type Campaign, judgeAll } from '../../../checks/mutants/campaign';
import type { Mutant } from '../../../checks/mutants/plant/generate';
import type { Judging, Outcome } from '../../../checks/mutants/judge/process';
import type { Baseline } from '../../../checks/mutants/judge/worker';

const mutants: Mutant[] = ['a', 'b', 'c', 'd'].map((id) => ({
  id,
  machine: 'rig',
  operator: 'negate',
  state: 'S',
  way: null,
  what: '',
  definition: '{}',
}));
const baseline = (name: string, seconds: number): Baseline => ({
  name,
  machines: ['rig'],
  seconds,
  complaint: null,
  coverage: { states: ['S'], ways: ['S > S'] },
});
const BASELINE = [baseline('slow', 2), baseline('quick', 0.01)];

/** A process that answers as told, and writes down what it was asked. */
function makeProcess(outcomes: Readonly<Record<string, Outcome>>): Judging & { asked: string[]; limits: number[] } {
  const asked: string[] = [];
  const limits: number[] = [];
  return {
    asked,
    limits,
    ask(question, limitOf) {
      limits.push(limitOf(''), limitOf('quick'), limitOf('slow'));
      if (question.kind === 'names') return Promise.resolve(outcomes['names']!);
      if (question.kind === 'baseline') return Promise.resolve(outcomes[question.scenario]!);
      asked.push(`${question.mutant.id} ${question.scenarios.join(',')}`);
      return Promise.resolve(outcomes[question.mutant.id]!);
    },
    stop: () => undefined,
  };
}

const seen = (what: string): Outcome => ({
  kind: 'answer',
  answer: { kind: 'notice', notice: { by: 'lint', scenario: '', what } },
});
const OUTCOMES: Readonly<Record<string, Outcome>> = {
  a: seen('new'),
  b: { kind: 'answer', answer: { kind: 'notice', notice: null } },
  c: { kind: 'time-out', scenario: 'slow' },
  d: { kind: 'crash', scenario: 'quick', stderr: '' },
};

const campaign = (process: Judging, more: Partial<Campaign> = {}): Campaign => ({
  processes: [process, process],
  baseline: BASELINE,
  limitSeconds: 5,
  now: () => 0,
  deadline: 1,
  interrupted: new AbortController().signal,
  progress: () => undefined,
  ...more,
});

describe('judgeAll', () => {
  it('judges each mutant once, quick scenarios first, and keeps the order of mutants', async () => {
    const process = makeProcess(OUTCOMES);
    const judged = await judgeAll(mutants, campaign(process, { processes: [process] }));
    // Once a scenario has noticed something in a state, it is asked first.
    expect(process.asked).toEqual(['a quick,slow', 'b quick,slow', 'c quick,slow', 'd slow,quick']);
    expect(judged.map(({ mutant, notice }) => `${mutant.id} ${notice?.by ?? 'survived'}`)).toEqual([
      'a lint',
      'b survived',
      'c time-out',
      'd crash',
    ]);
  });

  it('limits a scenario to four times its usual duration, or to the given limit if that is longer', async () => {
    const process = makeProcess(OUTCOMES);
    await judgeAll(mutants.slice(0, 1), campaign(process));
    expect(process.limits).toEqual([60_000, 5_000, 8_000]);
  });

  it('starts no mutant after the deadline', async () => {
    const process = makeProcess(OUTCOMES);
    const judged = await judgeAll(
      mutants,
      campaign(process, { processes: [process], now: () => process.asked.length }),
    );
    expect(judged.map(({ mutant }) => mutant.id)).toEqual(['a', 'b']);
  });
});

describe('interruption of judgeAll', () => {
  it('starts no further mutant', async () => {
    const process = makeProcess(OUTCOMES);
    const interrupt = new AbortController();
    const progress = (): void => interrupt.abort();
    const more = { processes: [process], interrupted: interrupt.signal, progress };
    expect(await judgeAll(mutants, campaign(process, more))).toHaveLength(1);
  });
});

describe('measureBaseline', () => {
  const known = [
    { name: 'slow', machines: ['rig'] },
    { name: 'elsewhere', machines: ['janitor'] },
    { name: 'quick', machines: ['rig', 'janitor'] },
  ];
  const names: Outcome = { kind: 'answer', answer: { kind: 'names', scenarios: known } };
  const rig = new Set(['rig']);
  const said = (one: Baseline): Outcome => ({ kind: 'answer', answer: { kind: 'baseline', baseline: one } });
  const [slow, quick] = BASELINE;

  it('returns the baselines of the scenarios of the given machines, in their order', async () => {
    const process = makeProcess({ names, slow: said(slow!), quick: said(quick!) });
    expect(await measureBaseline([process, process], rig, 5)).toEqual(BASELINE);
  });

  it('refuses two scenarios with the same name', async () => {
    const twice: Outcome = { kind: 'answer', answer: { kind: 'names', scenarios: [...known, known[1]!] } };
    const asked = measureBaseline([makeProcess({ names: twice, slow: said(slow!), quick: said(quick!) })], rig, 5);
    await expect(asked).rejects.toThrow('two scenarios are called "elsewhere"');
  });

  it('throws when the scenarios cannot be loaded or one does not end', async () => {
    const crash: Outcome = { kind: 'crash', scenario: '', stderr: 'Cannot find module' };
    await expect(measureBaseline([makeProcess({ names: crash })], rig, 5)).rejects.toThrow(
      'cannot be loaded or run:\nCannot find',
    );
    const hang: Outcome = { kind: 'time-out', scenario: '' };
    const hanging = makeProcess({ names, slow: hang, quick: said(quick!) });
    await expect(measureBaseline([hanging], rig, 5)).rejects.toThrow('scenario "slow" does not end');
  });
});
