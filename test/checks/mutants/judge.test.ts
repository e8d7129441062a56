/** What notices a mutant, in which order the scenarios run, and how long. */
import {
  type Campaign,
  judgeAll,
  type Judging,
  measureBaseline,
  type Outcome,
  ScenarioOrder,
} from '../../../checks/mutants/campaign';
import { parseEquivalents, readEquivalents } from '../../../checks/mutants/equivalent';
import { recordCoverage } from '../../../checks/mutants/judge/coverage';
import { findComplaint, getText, judge, makeGround, type Scenario } from '../../../checks/mutants/judge/judge';
import type { Baseline } from '../../../checks/mutants/judge/worker';
import { makeMutants, type Mutant } from '../../../checks/mutants/plant/generate';
import { makeVirtualClock } from '../../../lib/asl/clock/virtual';
import { History } from '../../../lib/asl/interpreter/history/history';
import { readMachineText } from '../../../lib/machine-files/source';
import { ALL_MACHINES } from '../../../lib/shapes/machines';

describe('judge', () => {
  const machine = (state: object): string =>
    JSON.stringify({ QueryLanguage: 'JSONata', TimeoutSeconds: 60, StartAt: 'A', States: { A: state } });
  const small = machine({ Type: 'Pass', Output: 1, End: true });
  const changed = machine({ Type: 'Pass', Output: 2, End: true });
  const broken = machine({ Type: 'Pass', Output: '{% $x %}', End: true });
  const ground = makeGround(new Map(Object.entries({ small, other: small })));
  const scenario = (name: string, check: Scenario['check']): Scenario => ({ name, machines: ['small'], check });
  const content = scenario('content', () => Promise.resolve([]));

  async function notice(definition: string, scenarios: readonly Scenario[], on = ground): Promise<string> {
    const began: string[] = [];
    const found = await judge({ machine: 'small', definition }, scenarios, on, (name) => began.push(name));
    return `${began.join(',')}|${found === null ? 'survived' : [found.by, found.scenario, found.what].join(' ')}`;
  }

  it('returns a new finding of the lint, without a scenario, and ignores known findings', async () => {
    expect(await notice(broken, [content])).toMatch(/^\|lint {2}A unknown-variable/);
    expect(await notice(broken, [], makeGround(new Map([['small', broken]])))).toBe('|survived');
    expect(await notice(changed, [content])).toBe('content|survived');
  });

  it('passes the mutant to the scenarios, and other machines unchanged', async () => {
    const loads: string[] = [];
    const seen = scenario('seen', (load) => {
      loads.push(load('small'), load('other'));
      return Promise.resolve(['the output is wrong', 'and more']);
    });
    expect(await notice(changed, [content, seen])).toBe('content,seen|scenario seen the output is wrong');
    expect(loads).toEqual([changed, small]);
    const failing = scenario('a', () => Promise.reject(new Error('no such state')));
    expect(await findComplaint(failing, String)).toBe('no such state');
    expect(() => getText(ground, 'rgi')).toThrow('there is no machine rgi; there are small, other');
  });
});

it('records entered states and the ways between them, until the end of a scenario (recordCoverage)', async () => {
  const entered = (name: string) => () => ({ stateEnteredEventDetails: { name } });
  const exited = (name: string) => () => ({ stateExitedEventDetails: { name } });
  const add: unknown = Reflect.get(History.prototype, 'add');
  const { value, coverage } = await recordCoverage(() => {
    const [one, other] = [0, 1].map(() => new History(makeVirtualClock(0), false, () => undefined));
    one?.add('ExecutionStarted', 0);
    const begun = one?.add('PassStateEntered', 0, entered('A')) ?? 0;
    const left = one?.add('PassStateExited', begun, exited('A')) ?? 0;
    // Neither another history nor another branch of it continues here.
    other?.add('PassStateEntered', left, entered('Elsewhere'));
    one?.add('PassStateEntered', 0, entered('Branch'));
    one?.add('PassStateEntered', left, entered('B'));
    return Promise.resolve(one?.count);
  });
  expect([value, coverage]).toEqual([5, { states: ['A', 'Elsewhere', 'Branch', 'B'], ways: ['A > B'] }]);
  await expect(recordCoverage(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(Reflect.get(History.prototype, 'add')).toBe(add);
});

const mutant = (machine: string, state: string, id = ''): Mutant => {
  return { id, machine, state, way: null, operator: 'negate', what: '', definition: '{}' };
};
const baseline = (name: string, seconds: number, more: Partial<Baseline> = {}): Baseline => {
  const coverage = { states: ['S', 'T', 'U'], ways: ['S > T', 'S > S'] };
  return { name, machines: ['rig', 'janitor'], seconds, complaint: null, coverage, ...more };
};

describe('ScenarioOrder', () => {
  const [inS, inT, inU] = [mutant('rig', 'S'), mutant('rig', 'T'), mutant('rig', 'U')];
  const orderOf = (notices: readonly [Mutant, string][], ...scenarios: Baseline[]): ScenarioOrder => {
    const order = new ScenarioOrder(scenarios);
    for (const [at, name] of notices) order.noticed(at, name);
    return order;
  };
  const four = ['a', 'b', 'c', 'd'].map((name, index) => baseline(name, 1 + index / 10));
  const [a, b] = four as [Baseline, Baseline];

  it('sorts scenarios first that noticed mutants of the state, then of the machine, then quick ones', () => {
    expect(orderOf([], b, a).of(inS)).toEqual(['a', 'b']);
    const order = orderOf(
      [
        [inS, 'c'],
        [inT, 'd'],
        [inT, 'd'],
      ],
      ...four,
    );
    expect(order.of(inS)).toEqual(['c', 'd', 'a', 'b']);
    expect(order.of(inU)).toEqual(['d', 'c', 'a', 'b']);
    expect(order.of(mutant('janitor', 'S'))).toEqual(['a', 'b', 'c', 'd']);
    const latest = orderOf(
      ['b', 'a', 'b', 'a'].map((name) => [inS, name]),
      a,
      b,
    );
    expect(latest.of(inS)).toEqual(['a', 'b']);
  });

  it('sorts a quick scenario with one notice before a scenario with three that takes 100 times as long', () => {
    const notices = ['slow', 'slow', 'slow', 'quick'].map((name): [Mutant, string] => [inS, name]);
    expect(orderOf(notices, baseline('slow', 10), baseline('quick', 0.1)).of(inT)).toEqual(['quick', 'slow']);
  });

  it('omits scenarios of other machines, and those that never enter the state, except the quickest', () => {
    const elsewhere = { coverage: { states: ['T'], ways: ['T > U'] } };
    const order = orderOf(
      [],
      baseline('loads', 1, elsewhere),
      baseline('elsewhere', 2, elsewhere),
      baseline('enters', 3),
      baseline('unknown', 4, { coverage: { states: [], ways: [] } }),
      baseline('results', 5, { machines: ['results'] }),
    );
    expect(order.of(inS)).toEqual(['loads', 'enters', 'unknown']);
    // Of a change on one way: those that take it.
    expect(order.of({ ...inS, way: 'T' })).toEqual(['loads', 'enters', 'unknown']);
    expect(order.of({ ...inS, way: 'U' })).toEqual(['loads', 'unknown']);
    // What is changed in the machine itself concerns everybody.
    expect(order.of(mutant('rig', ''))).toHaveLength(4);
  });
});

const BASELINE = [baseline('slow', 2), baseline('quick', 0.01)];

/** A process with these outcomes, which records its questions. */
function makeProcess(outcomes: Readonly<Record<string, Outcome>>): Judging & { asked: string[]; limits: number[] } {
  const asked: string[] = [];
  const limits: number[] = [];
  const ask: Judging['ask'] = (question, limitOf) => {
    limits.push(limitOf(''), limitOf('quick'), limitOf('slow'));
    if (question.kind === 'names') return Promise.resolve(outcomes['names']!);
    if (question.kind === 'baseline') return Promise.resolve(outcomes[question.scenario]!);
    asked.push(`${question.mutant.id} ${question.scenarios.join(',')}`);
    return Promise.resolve(outcomes[question.mutant.id]!);
  };
  return { asked, limits, ask, stop: () => undefined };
}

describe('judgeAll', () => {
  const mutants = ['a', 'b', 'c', 'd'].map((id) => mutant('rig', 'S', id));
  const seen = { kind: 'notice', notice: { by: 'lint', scenario: '', what: 'new' } } as const;
  const outcomes: Readonly<Record<string, Outcome>> = {
    a: { kind: 'answer', answer: seen },
    b: { kind: 'answer', answer: { kind: 'notice', notice: null } },
    c: { kind: 'time-out', scenario: 'slow' },
    d: { kind: 'crash', scenario: 'quick', stderr: '' },
  };
  async function judgeMutants(more: (process: ReturnType<typeof makeProcess>) => Partial<Campaign> = () => ({})) {
    const process = makeProcess(outcomes);
    const judged = await judgeAll(mutants, {
      processes: [process],
      baseline: BASELINE,
      limitSeconds: 5,
      now: () => 0,
      deadline: 1,
      interrupted: new AbortController().signal,
      progress: () => undefined,
      ...more(process),
    });
    return { ...process, found: judged.map((one) => `${one.mutant.id} ${one.notice?.by ?? 'survived'}`) };
  }

  it('judges each mutant once, quick and lately noticing scenarios first, for four times their duration', async () => {
    const { asked, found, limits } = await judgeMutants();
    expect(asked).toEqual(['a quick,slow', 'b quick,slow', 'c quick,slow', 'd slow,quick']);
    expect(found).toEqual(['a lint', 'b survived', 'c time-out', 'd crash']);
    expect(limits.slice(0, 3)).toEqual([60_000, 5_000, 8_000]);
  });

  it('starts no mutant after the deadline, or after an interruption', async () => {
    expect((await judgeMutants(({ asked }) => ({ now: () => asked.length }))).found).toEqual(['a lint', 'b survived']);
    const interrupt = new AbortController();
    const more = { interrupted: interrupt.signal, progress: () => interrupt.abort() };
    expect((await judgeMutants(() => more)).found).toEqual(['a lint']);
  });
});

describe('measureBaseline', () => {
  const known = [
    { name: 'slow', machines: ['rig'] },
    { name: 'elsewhere', machines: ['janitor'] },
    { name: 'quick', machines: ['rig', 'janitor'] },
  ];
  const names = (scenarios = known): Outcome => ({ kind: 'answer', answer: { kind: 'names', scenarios } });
  const said = (index: number): Outcome => ({
    kind: 'answer',
    answer: { kind: 'baseline', baseline: BASELINE[index]! },
  });
  const good = { names: names(), slow: said(0), quick: said(1) };
  const measure = (outcomes: Readonly<Record<string, Outcome>>, processes = 1): Promise<readonly Baseline[]> => {
    const process = makeProcess(outcomes);
    return measureBaseline(
      Array.from({ length: processes }, () => process),
      new Set(['rig']),
      5,
    );
  };

  it('returns the baselines of the scenarios of the given machines, in their order', async () => {
    expect(await measure(good, 2)).toEqual(BASELINE);
  });

  it.each<[string, Partial<Record<string, Outcome>>]>([
    ['two scenarios are called "elsewhere"', { names: names([...known, known[1]!]) }],
    ['cannot be loaded or run:\nCannot find', { names: { kind: 'crash', scenario: '', stderr: 'Cannot find module' } }],
    ['scenario "slow" does not end', { slow: { kind: 'time-out', scenario: '' } }],
  ])('throws: %s', async (message, outcomes) => {
    await expect(measure({ ...good, ...(outcomes as Record<string, Outcome>) })).rejects.toThrow(message);
  });
});

it('reads a reason of 20 characters for each equivalent mutant, and names only mutants that exist', () => {
  const reason = 'The interval only sets the pace of polling.';
  expect([...parseEquivalents(JSON.stringify({ 'a:b:c:d': reason }))]).toEqual([['a:b:c:d', reason]]);
  expect(() => parseEquivalents('{"a:b": "ok", "c:d": ""}')).toThrow(/a:b: say in a sentence.*; c:d: say/);
  const known = [...readEquivalents(process.cwd()).keys()];
  const machines = ALL_MACHINES.filter((machine) => known.some((id) => id.startsWith(`${machine}:`)));
  const planted = machines.flatMap((machine) =>
    makeMutants(machine, readMachineText(process.cwd(), machine)).map(({ id }) => id),
  );
  expect(known.filter((id) => !planted.includes(id))).toEqual([]);
});
