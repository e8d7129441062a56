/** `trial-batch` by itself: a trial that changes its target instance while its step measures. */
import type { TaskCall } from '../../../../lib/asl/interpreter/tasks/task';
import { alone, type Alone, type Answers, breaking, fails, inTurn, LONG, takes } from '../../alone';
import { BEGINNING, type Complaints, type Load, same } from '../../stage';
import { listArguments, silent, tellStory, TROUBLES } from '../../story';

const NOW = BEGINNING / 1000;
const MADE = { fs: { id: 'fs-1' } };
const REQUEST = { of: 'fs', call: 'UpdateFileSystem', timeoutSeconds: 700.5, pauseSeconds: 100, usableSeconds: 30 };
const MEASURE = { name: 'measure', timeoutSeconds: 30.5, barrier: false };
const CHANGE = { stage: 'fast', step: 'measure', afterSeconds: 4, requests: [REQUEST] };
const TRIAL = {
  trial: 't1',
  attemptPrefix: 'raw/t1/a',
  copy: 'c1',
  seconds: 50,
  round: [],
  fixturesFirst: true,
  fixtures: [{ name: 'fixtures', timeoutSeconds: 5 }],
  steps: [MEASURE, { name: 'check', timeoutSeconds: 20 }],
  change: CHANGE,
};
const loading = (trial: object, changed: object = {}): Answers => ({
  LoadBatch: {
    Body: JSON.stringify({
      batch: 3,
      rigTag: 'play-1__r1',
      hostsKey: 'hosts.txt',
      outcomeKey: 'rigs/r1.outcome.json',
      endpointsKey: 'endpoints.txt',
      fenceKey: 'fence.json',
      deadline: NOW + 100_000,
      shareUsd: 200_000,
      timing: { barrierLeadSeconds: 60 },
      trials: [{ ...TRIAL, ...trial }],
      ...changed,
    }),
  },
});
const nameOf = (call: TaskCall): string => (call.arguments as { Input: { step: { name: string } } }).Input.step.name;
const ending = (status: string, seconds = 10) =>
  takes(seconds, (call: TaskCall) => ({ Output: { name: nameOf(call), status, failed: [] } }));
const done = (acted: number, ready: number): unknown => ({ Output: { acted, ready } });
const HEALTHY: Answers = {
  ...loading({}),
  CountHosts: { Payload: { gone: 0, why: '' } },
  LookAtFence: fails('S3.NoSuchKeyException'),
  MarkStarted: {},
  SendBesideChange: ending('SUCCEEDED'),
  RecordRequest: {},
  RequestChange: takes(31, done(NOW + 15, NOW + 44)),
  RecordChange: {},
  MarkEnded: {},
};
const play = (load: Load, answers: Answers): Promise<Alone> =>
  alone(
    load,
    'trial-batch',
    { key: 'batch.json', spent: 20, since: NOW, usdPerHour: 3600, failed: [], made: MADE },
    { ...HEALTHY, ...answers },
  );
const DONE = { batch: 3, stopped: [] };
const BEFORE = 'LoadBatch 0, CountHosts 0, LookAtFence 0, MarkStarted 0, SendBesideChange 0';
const REQUESTED = `${BEFORE}, SendBesideChange 10, RecordRequest 14, RequestChange 14`;
const record = (acted: number | null, ready: number | null, problem: string | null, requested = 14): unknown => ({
  Bucket: 'ResultsBucket',
  Key: 'raw/t1/a1/events.json',
  Body: {
    version: 1,
    events: [{ action: 'change', stage: 'fast', requested: NOW + requested, acted, ready, problem }],
  },
  ContentType: 'application/json',
});
const UNKNOWN = 'the execution ended before the change did, or its end was not recorded';
const steps = (played: Alone): unknown =>
  (listArguments(played, 'MarkEnded') as { Body: { steps: { name: string; status: string }[] } }[]).map(({ Body }) =>
    Body.steps.map(({ name, status }) => `${name} ${status}`),
  );
const ALL_STEPS = ['fixtures SUCCEEDED', 'measure SUCCEEDED', 'check SUCCEEDED'];

/** The change is requested at its moment of the measuring step, once; the next step waits for both. */
export async function* changesMeanwhile(load: Load): Complaints {
  const played = await play(load, {});
  yield* same('story', tellStory(played), {
    calls: `${REQUESTED}, RecordChange 45, SendBesideChange 45, MarkEnded 55`,
    end: DONE,
  });
  yield* same('request', listArguments(played, 'RequestChange'), [
    {
      StateMachineArn: 'TargetRequestMachineArn',
      Name: 'play-1__r1__t1__change__c1__1__0',
      Input: { request: REQUEST, made: MADE, fenceKey: 'fence.json' },
    },
  ]);
  yield* same('first record', listArguments(played, 'RecordRequest'), [record(null, null, UNKNOWN)]);
  yield* same('last record', listArguments(played, 'RecordChange'), [record(NOW + 15, NOW + 44, null)]);
  yield* same('steps', steps(played), [ALL_STEPS]);
  const barrier = loading({ steps: [{ ...MEASURE, barrier: true }] });
  const late = tellStory(await play(load, { ...barrier, SendBesideChange: ending('SUCCEEDED', 100) }));
  yield* same('after a common start', late.calls.split(', ').slice(6), [
    'RecordRequest 164',
    'RequestChange 164',
    'RecordChange 195',
    'MarkEnded 200',
  ]);
  const [first, ...more] = await Promise.all(
    [{}, { made: undefined }].map((input) =>
      alone(load, 'trial-batch', { key: 'b', spent: 0, since: NOW, usdPerHour: 0, failed: [], ...input }, HEALTHY),
    ),
  );
  yield* same(
    'without resources',
    [first, ...more].map((one) => one?.status),
    ['SUCCEEDED', 'SUCCEEDED'],
  );
}

/** Several requests follow each other, each once; the record has the first start and the last end. */
export async function* requestsInTurn(load: Load): Complaints {
  const two = loading({ change: { ...CHANGE, requests: [REQUEST, { ...REQUEST, of: 'volume' }] } });
  const answers = inTurn(takes(20, done(NOW + 15, NOW + 30)), takes(20, done(NOW + 35, NOW + 50)));
  const played = await play(load, { ...two, RequestChange: answers });
  const names = (listArguments(played, 'RequestChange') as { Name: string }[]).map(({ Name }) => Name);
  yield* same('names', names, ['play-1__r1__t1__change__c1__1__0', 'play-1__r1__t1__change__c1__2__0']);
  yield* same('record', listArguments(played, 'RecordChange'), [record(NOW + 15, NOW + 50, null)]);
  const lost = inTurn(fails('StepFunctions.ThrottlingException'), HEALTHY['RequestChange']);
  const again = await play(load, { RequestChange: lost });
  yield* same('started again', listArguments(again, 'RecordChange').length, 1);
}

/** Whatever becomes of the command, the change goes on, and there is no second attempt. */
export async function* commandFails(load: Load): Complaints {
  const calls = `${REQUESTED}, RecordChange 45, MarkEnded 45`;
  for (const [status, answer] of [
    ['FAILED', ending('FAILED')],
    ['LOST', ending('LOST')],
    ['LOST', takes(10, fails('Trouble'))],
    ['LOST', takes(10, fails('States.DataLimitExceeded'))],
  ] as const) {
    const played = await play(load, { SendBesideChange: inTurn(ending('SUCCEEDED'), answer) });
    yield* same(status, tellStory(played), { calls, end: DONE });
    yield* same(`${status}: steps`, steps(played), [[`measure ${status}`]]);
    yield* same(`${status}: record`, listArguments(played, 'RecordChange'), [record(NOW + 15, NOW + 44, null)]);
  }
  const early = await play(load, { SendBesideChange: ending('FAILED') });
  yield* same('before the step', tellStory(early).calls, `${BEFORE}, MarkEnded 10`);
  for (const name of TROUBLES) {
    const odd = await play(breaking(load, 'CommandReported', name), {});
    yield* same(`odd: ${name}`, [steps(odd), tellStory(odd).end], [[['fixtures LOST']], DONE]);
  }
}

/** A refused, failed or endless change is recorded; the trial ends as usual. */
export async function* changeFails(load: Load): Complaints {
  const child = JSON.stringify({ Error: 'RequestTooSlow', Cause: 'not done after 700 seconds' });
  const cases: readonly (readonly [string, unknown, string])[] = [
    ['too slow', fails('States.TaskFailed', child), 'RequestTooSlow: not done after 700 seconds'],
    ['refused', fails('Trouble', 'BadRequest'), 'Trouble: BadRequest'],
    ['too large', fails('States.DataLimitExceeded', LONG), `States.DataLimitExceeded: ${LONG}`.slice(0, 1000)],
    ['without a word', () => Promise.reject(fails('', '')), 'Unknown: No cause was given.'],
  ];
  for (const [name, answer, problem] of cases) {
    const played = await play(load, { RequestChange: answer });
    yield* same(name, [steps(played), tellStory(played).end], [[ALL_STEPS], DONE]);
    yield* same(`${name}: record`, listArguments(played, 'RecordChange'), [record(null, null, problem)]);
  }
  const [slow, dear] = await Promise.all(
    [{}, loading({}, { shareUsd: 120 })].map((more) => play(load, { ...more, RequestChange: silent })),
  );
  const at = (played: Alone | undefined): unknown =>
    played?.calls.filter(({ state }) => state === 'RecordChange').map((call) => Math.floor(call.at));
  yield* same('its own limit, and the budget', [at(slow), at(dear)], [[14 + 801 + 1800], [100]]);
}

/** Without its first record, a change is not requested; without its last one, it counts as failed. */
export async function* playUnrecorded(load: Load): Complaints {
  for (const name of TROUBLES) {
    const first = await play(load, { RecordRequest: fails(name, LONG) });
    const last = await play(load, { RecordChange: fails(name, LONG) });
    yield* same(`first: ${name}`, [listArguments(first, 'RequestChange'), steps(first)], [[], [ALL_STEPS]]);
    yield* same(`last: ${name}`, [steps(last), tellStory(last).end], [[ALL_STEPS], DONE]);
    const odd = await play(breaking(load, 'StepDone', name), {});
    yield* same(`odd: ${name}`, [steps(odd), tellStory(odd).end], [[['? LOST']], DONE]);
  }
}
