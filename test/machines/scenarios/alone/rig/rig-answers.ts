/** `rig` alone: its input and its file, a good answer for every state, and how a story is told. */
import { type Alone, alone, type Answers, fails, inTurn } from '../../../alone';
import { BEGINNING, type Load, same } from '../../../stage';
import { storyOf } from '../../../story';

export const tagsOf = (role: string): unknown => [
  ...['stack', 'experiment', 'execution', 'rig', 'expires-at'].map((name) => ({
    Key: `fsxbench:${name}`,
    Value: `value of ${name}`,
  })),
  { Key: 'fsxbench:role', Value: role },
];
export const role = (name: string, count: number): object => ({
  role: name,
  count,
  instanceType: `${name}.large`,
  userDataBase64: `data of ${name}`,
  tags: tagsOf(name),
});
export const command = (name: string): object => ({ name, roles: ['client'], timeoutSeconds: 700.5 });
export const TIMING = { hostsOnlineSeconds: 100, pollSeconds: 20, deliverySeconds: 120 };
/** One create, or a change of what one made. */
export const request = (id: string): object => ({ id, call: 'CreateFileSystem', timeoutSeconds: 700.5 });
export const change = (of: string, nth: number): object => ({
  of,
  nth,
  expectedSeconds: 600,
  timeoutSeconds: 700.3,
  pauseSeconds: 1000.4,
});
/** What the rig's file in the bucket says: two stages, the second one of them in two batches. */
export const DOCUMENT = {
  rigTag: 'tag__r1',
  deadline: BEGINNING / 1000 + 50_000,
  usdPerHour: 2,
  shareUsd: 20,
  hosts: 3,
  roles: [role('client', 2), role('watcher', 1)],
  bucketKeys: {
    fence: 'closed/fence.json',
    hosts: 'hosts/r1.txt',
    endpoints: 'endpoints/r1.txt',
    prepare: 'raw/r1/prepare/',
  },
  requests: [request('fs'), request('volume')],
  prepare: [command('install'), command('fill')],
  batches: [
    { stage: 'small', changes: [], batch: 1, key: 'batches/r1.1.json', timeoutSeconds: 9_000 },
    {
      stage: 'large',
      changes: [change('fs', 1), change('volume', 2)],
      batch: 2,
      key: 'batches/r1.2.json',
      timeoutSeconds: 9_000,
    },
    { stage: 'large', changes: [], batch: 3, key: 'batches/r1.3.json', timeoutSeconds: 9_000 },
  ],
  timing: TIMING,
};
const INPUT = { executionId: 'e-1', rig: 'r1', key: 'rigs/r1.json', teardown: { pollSeconds: 7, seconds: 900 } };
export const OPEN = fails('S3.NoSuchKeyException');
export const launched = (name: string, hosts: number): unknown => ({ Output: { role: name, launched: hosts } });
export const online = (hosts: number, gone = 0, why = ''): unknown => ({ Payload: { online: hosts, gone, why } });
export const prepared = (status: string, ...failed: readonly string[]): unknown => ({
  Output: { name: 'install', status, failed },
});
export const batch = (stopped: unknown): unknown => ({ Output: { batch: 1, stopped } });
/** What the two creates made. */
export const FS = { id: 'fs-1', dnsName: 'fs-1.example', mountName: 'abc' };
export const VOLUME = { id: 'fsvol-1', path: '/fsx/volume' };
/** One good answer a state. */
export const HEALTHY: Answers = {
  LoadRig: { Body: JSON.stringify(DOCUMENT) },
  LookAtFence: OPEN,
  MakeStorage: inTurn({ Output: FS }, { Output: VOLUME }),
  LaunchRole: inTurn(launched('client', 2), launched('watcher', 1)),
  HostsOnline: online(3),
  PrepareHosts: prepared('SUCCEEDED'),
  ChangeOne: { Output: FS },
  MeasureBatch: batch([]),
  WriteOutcome: {},
  TearDown: { Output: {} },
  WriteEnd: {},
};
/** States that call somebody, in the order of a rig that goes well. */
export const CLOSING = ['WriteOutcome', 'TearDown', 'WriteEnd'] as const;
export const WAY: readonly string[] = [
  'LoadRig',
  'LookAtFence',
  'MakeStorage',
  'MakeStorage',
  'LaunchRole',
  'LaunchRole',
  'HostsOnline',
  'PrepareHosts',
  'PrepareHosts',
  'MeasureBatch',
  'ChangeOne',
  'ChangeOne',
  'MeasureBatch',
  'MeasureBatch',
  ...CLOSING,
];
export const ENDED = { rig: 'r1', status: 'SUCCEEDED' };

export const play = (load: Load, answers: Answers): Promise<Alone> =>
  alone(load, 'rig', INPUT, { ...HEALTHY, ...answers });

/** A rig whose file says something else, too. */
export const changed = (change: object): unknown => ({ Body: JSON.stringify({ ...DOCUMENT, ...change }) });

/** Complains where other states called, or the end was another one. */
export function differs(what: string, played: Alone, way: readonly string[], end: unknown): string[] {
  const called = played.calls.map(({ state }) => state);
  return [...same(what, called, way), ...same(what, storyOf(played).end, end)];
}

/** {@link differs} of a rig with these answers. */
export async function tells(
  load: Load,
  what: string,
  answers: Answers,
  way: readonly string[],
  end: unknown,
): Promise<string[]> {
  return differs(what, await play(load, answers), way, end);
}

/** ISO time so many seconds after the beginning. */
export const at = (seconds: number): string => new Date(BEGINNING + seconds * 1000).toISOString();
/** The rig's marks, by the second of each. */
export const marks = (moments: Readonly<Record<string, number>>): unknown =>
  Object.entries(moments).map(([mark, seconds]) => ({ mark, at: at(seconds) }));

/** What a rig says of itself. */
export const written = (status: string, reason: unknown, moments: Readonly<Record<string, number>>): unknown => ({
  Bucket: 'ResultsBucket',
  Key: 'rigs/r1.outcome.json',
  Body: { rig: 'r1', status, reason, marks: marks(moments) },
  ContentType: 'application/json',
});
