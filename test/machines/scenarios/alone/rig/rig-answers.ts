/** `rig` by itself: its input and its document, a good answer for every state, and the form of a story. */
import type { RigOutcome } from '../../../../../lib/shapes/outcomes';
import { type Alone, alone, type Answers, fails, inTurn } from '../../../alone';
import { BEGINNING, type Complaints, type Load, same } from '../../../stage';
import { tellStory } from '../../../story';

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
  imageId: `ami-${name}`,
  rootDevice: '/dev/sda1',
  rootVolume: {},
  interfaceType: 'interface',
  placement: 'none',
  userDataBase64: `data of ${name}`,
  tags: tagsOf(name),
});
export const command = (name: string): object => ({ name, roles: ['client'], timeoutSeconds: 700.5 });
export const TIMING = { hostsOnlineSeconds: 100, pollSeconds: 20, deliverySeconds: 120 };
/** One create, or a change of a created resource. */
export const request = (id: string, wave = 0): object => ({
  id,
  call: 'CreateFileSystem',
  timeoutSeconds: 700.5,
  wave,
});
export const change = (of: string, nth: number): object => ({
  of,
  nth,
  expectedSeconds: 600,
  timeoutSeconds: 700.3,
  pauseSeconds: 1000.4,
});
/** A target instance with two requests and two scripts. */
export const copy = (name: string, more: object = {}): object => ({
  copy: name,
  startAfterSeconds: 0,
  usdPerHour: 1,
  requests: [request('fs'), request('volume', 1)],
  prepare: [command('install'), command('fill')],
  unmount: [command(`${name}-unmount`)],
  ...more,
});
/** The requests for the second stage of a target instance. */
export const turned = (name: string, ...requests: readonly object[]): object => ({
  copy: name,
  stage: 'large',
  requests,
});
/** A batch, and the changes before it. Another story covers whether the first one fits after the creation. */
export const batchOf = (number: number, period: number, changes: readonly object[], more: object = {}) => ({
  period,
  changes,
  copies: ['c1'],
  first: number === 1 ? [] : [{ copy: 'c1', seconds: 100 }],
  usdPerHour: 2,
  copyUsdPerHour: { c1: 1 },
  batch: number,
  key: `batches/r1.${number}.json`,
  timeoutSeconds: 9_000,
  ...more,
});
/** The document of the rig in the bucket: one target instance with two stages, the second one in two batches. */
export const DOCUMENT = {
  rigTag: 'tag__r1',
  deadline: BEGINNING / 1000 + 50_000,
  firstUsdPerHour: 2,
  usdPerHour: 2,
  shareUsd: 20,
  readySeconds: 1500,
  startingSeconds: 0,
  hosts: 3,
  roles: [role('client', 2), role('watcher', 1)],
  bucketKeys: {
    fence: 'closed/fence.json',
    hosts: 'hosts/r1.txt',
    endpoints: 'endpoints/r1.txt',
    outcome: 'rigs/r1.outcome.json',
    prepare: 'raw/r1/prepare/',
  },
  copies: [copy('c1')],
  batches: [batchOf(1, 1, []), batchOf(2, 2, [turned('c1', change('fs', 1), change('volume', 2))]), batchOf(3, 2, [])],
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
/** Results of the two creates. */
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
  DropCopy: {},
  CountHosts: online(3),
  UnmountUnready: prepared('SUCCEEDED'),
  DropUnready: {},
  UnmountUnchanged: prepared('SUCCEEDED'),
  DropUnchanged: {},
  WriteOutcome: {},
  TearDown: { Output: {} },
  WriteEnd: {},
};
/** States with calls, in the order of a successful rig. */
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
/** The states before the closing ones. */
export const MEASURING = WAY.slice(0, -CLOSING.length);
/** Calls up to one of them, the first one of its state or a later one, and the closing ones. */
export function until(state: string, times = 1): readonly string[] {
  let seen = 0;
  const last = WAY.findIndex((name) => name === state && (seen += 1) === times);
  return [...WAY.slice(0, last + 1), ...CLOSING];
}

/** The reason of a failure in the outcome of a rig. */
export const reason = (code: string, text: string): unknown => ({ code, text });

export const ENDED = { rig: 'r1', status: 'SUCCEEDED' };

export const play = (load: Load, answers: Answers): Promise<Alone> =>
  alone(load, 'rig', INPUT, { ...HEALTHY, ...answers });

/** A rig with another member in its document. */
export const changed = (change: object): unknown => ({ Body: JSON.stringify({ ...DOCUMENT, ...change }) });

/** Complains where the called states or the end differ. */
export function differs(what: string, played: Alone, way: readonly string[], end: unknown): string[] {
  const called = played.calls.map(({ state }) => state);
  return [...same(what, called, way), ...same(what, tellStory(played).end, end)];
}

/** {@link differs} for a rig with these answers. */
export async function* tells(
  load: Load,
  what: string,
  answers: Answers,
  way: readonly string[],
  end: unknown,
): Complaints {
  yield* differs(what, await play(load, answers), way, end);
}

/** ISO time, seconds after the beginning. */
export const at = (seconds: number): string => new Date(BEGINNING + seconds * 1000).toISOString();
/** A mark, its second, and the price of the rig from then on. */
export type Moment = readonly [mark: string, seconds: number, usdPerHour?: number];
/** Prices from the first second on, where nothing takes time. */
export const MADE: readonly Moment[] = [
  ['creating', 0],
  ['creating', 0, 1],
];
export const READY: readonly Moment[] = [...MADE, ['launching', 0, 2], ['preparing', 0], ['measuring', 0]];
/** A failed target instance. */
export type RigFailure = RigOutcome['failed'] & {};

/** The outcome of a rig. */
export const written = (
  status: string,
  reason: unknown,
  moments: readonly Moment[],
  failed: RigFailure = [],
): unknown => ({
  Bucket: 'ResultsBucket',
  Key: 'rigs/r1.outcome.json',
  Body: {
    rig: 'r1',
    status,
    reason,
    marks: moments.map(([mark, seconds, usdPerHour]) => ({
      mark,
      at: at(seconds),
      ...(usdPerHour === undefined ? {} : { usdPerHour }),
    })),
    failed,
    without: [],
  },
  ContentType: 'application/json',
});
