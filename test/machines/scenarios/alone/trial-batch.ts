/** `trial-batch` by itself: the calls of a trial, its retries, and what prevents the next one. */
import type { TaskCall } from '../../../../lib/asl/interpreter/tasks/task';
import { alone, type Alone, type Answers, breaking, fails, inTurn, LONG, takes } from '../../alone';
import { BEGINNING, type Complaints, type Load, same } from '../../stage';

const NOW = BEGINNING / 1000;
const iso = (at: number): string => new Date(BEGINNING + 1000 * at).toISOString();
const INPUT = { key: 'batch.json', spent: 20, since: NOW - 80, usdPerHour: 3600, failed: [] };
const TIMING = { barrierLeadSeconds: 60, pollSeconds: 15, deliverySeconds: 120 };
const MEASURE = { name: 'measure', timeoutSeconds: 30.5 };
const CHECK = { name: 'check', timeoutSeconds: 20 };
const trialOf = (trial: string, ...steps: readonly unknown[]): unknown => ({
  trial,
  attemptPrefix: `raw/${trial}/a`,
  copy: 'c1',
  seconds: 50,
  round: [],
  steps,
});
const TWO = [trialOf('t1', MEASURE, CHECK), trialOf('t2', MEASURE)];
/** Time and budget for exactly two trials of 10 s: see {@link HEALTHY}. */
const DOCUMENT = {
  batch: 3,
  rigTag: 'play-1__r1',
  hostsKey: 'hosts.txt',
  outcomeKey: 'rigs/r1.outcome.json',
  endpointsKey: 'endpoints.txt',
  fenceKey: 'fence.json',
  deadline: NOW + 70,
  shareUsd: 170,
  timing: TIMING,
  trials: TWO,
};
const loading = (changed: object): Answers => ({ LoadBatch: { Body: JSON.stringify({ ...DOCUMENT, ...changed }) } });
const AMPLE = loading({ deadline: NOW + 100_000, shareUsd: 200_000 });
const commandOf = (call: TaskCall): string => (call.arguments as { Input: { step: { name: string } } }).Input.step.name;
const ends = (name: string, status: string, ...failed: readonly string[]): unknown => ({ name, status, failed });
/** Each command takes 10 s and ends with this status. */
const ending = (status: string): unknown => takes(10, (call: TaskCall) => ({ Output: ends(commandOf(call), status) }));
const HEALTHY: Answers = {
  ...loading({}),
  CountHosts: { Payload: { gone: 0, why: '' } },
  LookAtFence: fails('S3.NoSuchKeyException'),
  MarkStarted: { ETag: LONG },
  SendToHosts: ending('SUCCEEDED'),
  MarkEnded: { ETag: LONG },
};

const play = (load: Load, answers: Answers, usdPerHour = INPUT.usdPerHour): Promise<Alone> =>
  alone(load, 'trial-batch', { ...INPUT, usdPerHour }, { ...HEALTHY, ...answers });
const DONE = { batch: 3, stopped: [] };
const result = ({ status, output, error, cause }: Alone): unknown =>
  status === 'SUCCEEDED' ? output : [status, error, cause];
const stopped = (code: string, text: string): unknown => ({ batch: 3, stopped: { code, text } });
const told = ({ calls }: Alone): string => calls.map(({ state, at }) => `${state} ${at}`).join(', ');
/** The written end of each attempt. */
const written = ({ calls }: Alone): unknown =>
  calls
    .filter(({ state }) => state === 'MarkEnded')
    .map((call) => (call.arguments as { Body: { trial: string; attempt: number; steps: unknown } }).Body)
    .map(({ trial, attempt, steps }) => [trial, attempt, steps]);

/** One trial after another, one command after another, each with all parameters of its hosts. */
export async function* measures(load: Load): Complaints {
  const clean = await play(load, {});
  const { exits } = clean;
  yield* same('calls', clean.calls.slice(0, 7), [
    { state: 'LoadBatch', arguments: { Bucket: 'ResultsBucket', Key: 'batch.json' }, at: 0 },
    ...before('t1', 0),
    sent('t1', 1, MEASURE, 0),
    sent('t1', 2, CHECK, 10),
    after('t1', [ends('measure', 'SUCCEEDED'), ends('check', 'SUCCEEDED')], 20),
  ]);
  yield* same('calls', clean.calls.slice(7), [
    ...before('t2', 20),
    sent('t2', 1, MEASURE, 20),
    after('t2', [ends('measure', 'SUCCEEDED')], 30),
  ]);
  yield* same('result', result(clean), DONE);
  yield* same(
    'measured',
    exits.filter(({ state }) => state === 'Measured').map(({ output }) => output),
    [{}, {}],
  );
}

function before(trial: string, at: number): unknown[] {
  const { rigTag, fenceKey: Key } = DOCUMENT;
  const Payload = { rigTag };
  return [
    { state: 'CountHosts', arguments: { FunctionName: 'ListHostsFunctionArn', Payload }, at },
    { state: 'LookAtFence', arguments: { Bucket: 'ResultsBucket', Key }, at },
    mark('MarkStarted', `raw/${trial}/a1/started.json`, { trial, attempt: 1, startedAt: iso(at) }, at),
  ];
}

function after(trial: string, steps: readonly unknown[], at: number): unknown {
  return mark('MarkEnded', `raw/${trial}/a1/ended.json`, { trial, attempt: 1, endedAt: iso(at), steps }, at);
}

function mark(state: string, Key: string, Body: unknown, at: number): unknown {
  return { state, arguments: { Bucket: 'ResultsBucket', Key, Body, ContentType: 'application/json' }, at };
}

function sent(trial: string, index: number, step: unknown, at: number): unknown {
  const { rigTag, fenceKey, outcomeKey, hostsKey, endpointsKey } = DOCUMENT;
  const Input = {
    rigTag,
    fenceKey,
    step,
    outcomeKey,
    hostsKey,
    endpointsKey,
    outputPrefix: `raw/${trial}/a1/`,
    attempt: `${trial}.a1`,
    timing: TIMING,
  };
  const Name = `play-1__r1__${trial}__a1__${index}__0`;
  return { state: 'SendToHosts', arguments: { StateMachineArn: 'HostCommandMachineArn', Name, Input }, at };
}

/** Infrastructure errors are retried, once; failures of a tool are not; and further trials follow. */
export async function* repeats(load: Load): Complaints {
  const playLost = ends('measure', 'LOST');
  const failed = await play(load, { ...AMPLE, SendToHosts: ending('FAILED') });
  const again = await play(load, { ...AMPLE, SendToHosts: inTurn(ending('LOST'), ending('SUCCEEDED')) });
  const twice = await play(load, { ...AMPLE, SendToHosts: ending('LOST') });
  const late = await play(load, {
    SendToHosts: inTurn(ending('LOST'), ending('SUCCEEDED')),
    ...loading({ deadline: NOW + 59 }),
  });
  const throttled = await play(load, {
    ...AMPLE,
    SendToHosts: inTurn(fails('StepFunctions.ThrottlingException'), ending('SUCCEEDED')),
  });
  const names = throttled.calls.flatMap(({ state, arguments: given }) =>
    state === 'SendToHosts' ? [(given as { Name: string }).Name] : [],
  );
  yield* same(
    'failed',
    [written(failed), result(failed), failed.at],
    [
      [
        ['t1', 1, [ends('measure', 'FAILED')]],
        ['t2', 1, [ends('measure', 'FAILED')]],
      ],
      DONE,
      20,
    ],
  );
  yield* same(
    'again',
    [written(again), result(again), told(again)],
    [
      [
        ['t1', 1, [playLost]],
        ['t1', 2, [ends('measure', 'SUCCEEDED'), ends('check', 'SUCCEEDED')]],
        ['t2', 1, [ends('measure', 'SUCCEEDED')]],
      ],
      DONE,
      `LoadBatch 0, ${attempt(0, 10)}, ${attempt(10, 20, 30)}, ${attempt(30, 40)}`,
    ],
  );
  yield* same(
    'twice',
    [written(twice), result(twice)],
    [
      [
        ['t1', 1, [playLost]],
        ['t1', 2, [playLost]],
        ['t2', 1, [playLost]],
        ['t2', 2, [playLost]],
      ],
      DONE,
    ],
  );
  yield* same('no time to repeat', [written(late), result(late)], [[['t1', 1, [playLost]]], reached(59)]);
  yield* same(
    'names',
    names,
    ['1__0', '1__1', '2__0'].map((end) => `play-1__r1__t1__a1__${end}`).concat('play-1__r1__t2__a1__1__0'),
  );
}

const reached = (seconds: number): unknown =>
  stopped('DeadlineReached', `The trial would have ended after the deadline of the execution, ${iso(seconds)}.`);

/** The calls of an attempt with steps that end at these times. */
function attempt(begin: number, ...ended: readonly number[]): string {
  const begins = [begin, ...ended.slice(0, -1)];
  const steps = begins.map((at) => `SendToHosts ${at}`).join(', ');
  return `CountHosts ${begin}, LookAtFence ${begin}, MarkStarted ${begin}, ${steps}, MarkEnded ${ended.at(-1)}`;
}

/** Time, budget, hosts, fence, bucket: what prevents a trial, and how it is reported. */
export async function* stops(load: Load): Complaints {
  const begun = `LoadBatch 0, ${attempt(0, 10, 20)}`;
  const closed = stopped('FenceClosed', 'The execution was closed before this trial could start.');
  const cases: readonly [string, Answers, string, unknown][] = [
    ['time', loading({ deadline: NOW + 69 }), begun, reached(69)],
    ['no time', loading({ deadline: NOW + 49 }), 'LoadBatch 0', reached(49)],
    [
      'money',
      loading({ shareUsd: 169 }),
      begun,
      stopped('BudgetReached', 'The trial would have brought the rig above its share of the budget, 169 USD.'),
    ],
    [
      'hosts',
      { CountHosts: inTurn(HEALTHY['CountHosts'], { Payload: { gone: 1, why: 'It was i-1.' } }) },
      `${begun}, CountHosts 20`,
      stopped('HostLost', '1 hosts of the rig have ended. It was i-1.'),
    ],
    // No retry: a fence never opens again.
    ['fence', { LookAtFence: { Body: LONG } }, 'LoadBatch 0, CountHosts 0, LookAtFence 0', closed],
  ];
  for (const [name, answers, calls, output] of cases) {
    const one = await play(load, answers);
    yield* same(name, [told(one), result(one)], [calls, output]);
  }
  const free = await play(load, loading({ shareUsd: 20 }), 0);
  yield* same('free', result(free), DONE);
}

/** The wait for a command is limited by its own limit, and by the budget; the trials after it are too expensive. */
export async function* waits(load: Load): Complaints {
  const silent = (): Promise<never> => Promise.race([]);
  const dear = stopped('BudgetReached', 'The trial would have brought the rig above its share of the budget, 170 USD.');
  const long = [trialOf('t1', { name: 'measure', timeoutSeconds: 700.5 }), trialOf('t2', MEASURE)];
  const late = { deadline: NOW + 100_000, trials: long };
  // Of 170 seconds 100 are over when the batch begins.
  const tight = await play(load, { ...loading(late), SendToHosts: silent });
  const rich = await play(load, { ...loading({ ...late, shareUsd: 20 }), SendToHosts: silent }, 0);
  const ended = (one: Alone): unknown =>
    one.calls.filter(({ state }) => state === 'MarkEnded').map(({ at }) => Math.floor(at));
  yield* same('tight', [ended(tight), result(tight)], [[70], dear]);
  yield* same('its own limit', ended(rich), [2501, 5002, 6833, 8664]);
}

/** A call that fails, for any reason. */
export async function* troubles(load: Load): Complaints {
  const one = loading({ trials: [trialOf('t1', MEASURE)] });
  const closed = stopped('FenceClosed', 'The execution was closed before this trial could start.');
  const unmarked = stopped('BucketNotWritable', 'The start of the trial could not be written to the results bucket.');
  const whole = `LoadBatch 0, ${attempt(0, 10)}`;
  for (const name of ['States.DataLimitExceeded', 'Trouble']) {
    const trouble = fails(name, LONG);
    const cases: readonly [string, string, unknown][] = [
      ['LoadBatch', 'LoadBatch 0', ['FAILED', name, LONG.slice(0, 4000)]],
      ['CountHosts', whole, DONE],
      ['LookAtFence', 'LoadBatch 0, CountHosts 0, LookAtFence 0', closed],
      ['MarkStarted', 'LoadBatch 0, CountHosts 0, LookAtFence 0, MarkStarted 0', unmarked],
      ['MarkEnded', whole, DONE],
    ];
    for (const [state, calls, output] of cases) {
      const found = await play(load, { ...one, [state]: trouble });
      yield* same(`${state}: ${name}`, [told(found), result(found)], [calls, output]);
    }
    yield* lost(load, name);
  }
  const silent = await play(load, { LoadBatch: fails('', '') });
  const unnamed = await play(load, { ...one, SendToHosts: fails('') });
  yield* same('without a word', result(silent), ['FAILED', 'Unknown', 'No cause was given.']);
  yield* same('without a name', written(unnamed), attempts(ends('measure', 'LOST', 'Unknown')));
}

const attempts = (outcome: unknown): unknown => [1, 2].map((count) => ['t1', count, [outcome]]);

/** A command with an unknown result is lost; so is one whose machine fails unexpectedly. */
async function* lost(load: Load, name: string): Complaints {
  const one = { ...AMPLE, ...loading({ trials: [trialOf('t1', MEASURE)], deadline: NOW + 9000, shareUsd: 9000 }) };
  // Of two steps, the second one is not sent.
  const both = loading({ trials: [trialOf('t1', MEASURE, CHECK)], deadline: NOW + 9000, shareUsd: 9000 });
  const unsent = await play(load, { ...both, SendToHosts: fails(name, LONG) });
  const endless = await play(load, { ...one, SendToHosts: takes(100_000, {}) });
  const unmarked = await play(load, { ...one, SendToHosts: ending('LOST'), MarkEnded: fails(name, LONG) });
  const odd = await play(breaking(load, 'CommandDone', name), one);
  yield* same(
    `SendToHosts: ${name}`,
    [written(unsent), result(unsent)],
    [attempts(ends('measure', 'LOST', name)), DONE],
  );
  yield* same(`MarkEnded: ${name}`, [written(unmarked), result(unmarked)], [attempts(ends('measure', 'LOST')), DONE]);
  yield* same(
    'endless',
    [written(endless), endless.at],
    [attempts(ends('measure', 'LOST', 'States.Timeout')), 2 * 1831],
  );
  yield* same(`Commands: ${name}`, [written(odd), result(odd)], [attempts(ends('?', 'LOST', name)), DONE]);
}
