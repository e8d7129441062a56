/** Creation of one target instance: one wave after another, with all requests of a wave at once. */
import type { TaskCall } from '../../../../../lib/asl/interpreter/tasks/task';
import { type Alone, type Answers, fails, takes } from '../../../alone';
import { type Complaints, type Load, same } from '../../../stage';
import { listArguments } from '../../../story';
import { changed, CLOSING, copy, differs, ENDED, play, request } from './rig-answers';

/** A file system, a virtual machine for volumes, three volumes, and a resource that depends on one of them. */
const REQUESTS = [
  request('fs'),
  request('svm', 1),
  ...['volume1', 'volume2', 'volume3'].map((id) => request(id, 2)),
  request('last', 3),
];
const LoadRig = changed({ copies: [copy('c1', { requests: REQUESTS, prepare: [] })] });
const SECONDS: Readonly<Record<string, number>> = {
  fs: 1800,
  svm: 120,
  volume1: 60,
  volume2: 90,
  volume3: 30,
  last: 5,
};

const idOf = (call: TaskCall): string =>
  /__make__c1__([a-z0-9]+)__/.exec((call.arguments as { Name: string }).Name)?.[1] ?? '';
const madeOf = (id: string): unknown => ({ Output: { id: `made-${id}` } });
/** Each takes its time; some fail. */
const making = (others: Readonly<Record<string, unknown>> = {}): Answers => ({
  LoadRig,
  MakeStorage: (call: TaskCall) => takes(SECONDS[idOf(call)] ?? 0, others[idOf(call)] ?? madeOf(idOf(call))),
});

/** Each request, its time, and its input about earlier ones. */
const sent = (played: Alone): unknown =>
  played.calls
    .filter(({ state }) => state === 'MakeStorage')
    .map((call) => {
      const { Input } = call.arguments as { Input: { request: { id: string }; made: object } };
      return [Input.request.id, call.at, Object.keys(Input.made)];
    });

const UNTIL_VOLUMES = [
  ['fs', 0, []],
  ['svm', 1800, ['fs']],
  ['volume1', 1920, ['fs', 'svm']],
  ['volume2', 1920, ['fs', 'svm']],
  ['volume3', 1920, ['fs', 'svm']],
];

/** The next wave follows the slowest of a wave, and gets all results; hosts get all of them. */
export async function* waves(load: Load): Complaints {
  const played = await play(load, making());
  const [hosts] = listArguments(played, 'HostsOnline') as { Payload: { expected: { made: unknown } } }[];
  const all = Object.fromEntries(Object.keys(SECONDS).map((id) => [id, { id: `made-${id}` }]));
  yield* same('sent', sent(played), [...UNTIL_VOLUMES, ['last', 2010, ['fs', 'svm', 'volume1', 'volume2', 'volume3']]]);
  yield* same('launched', played.calls.find(({ state }) => state === 'LaunchRole')?.at, 2015);
  yield* same('made', hosts?.Payload.expected.made, { c1: all });
  yield* same('ends', played.output, ENDED);
}

/** One of a wave fails: the others are not awaited, nothing more is created, and the rig reports why. */
export async function* oneOfWave(load: Load): Complaints {
  const played = await play(load, making({ volume3: fails('RequestFailed', 'CreateVolume came to FAILED') }));
  const end = ['RequestFailed', 'CreateVolume came to FAILED'];
  const way = ['LoadRig', 'LookAtFence', ...Array.from({ length: 5 }, () => 'MakeStorage'), ...CLOSING];
  yield* same('sent', sent(played), UNTIL_VOLUMES);
  yield* same('over', played.calls.find(({ state }) => state === 'WriteOutcome')?.at, 1950);
  yield* differs('ends', played, way, end);
}
