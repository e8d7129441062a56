/** Whole random specs: of all kinds on AWS, of external resources, and with parts for planning only. */
import fc from 'fast-check';
import { likely, type Settings, settings } from './draw';
import { targets, externalTargets } from './targets';
import { fleetFor, externalFleet, workloads } from './workloads';

export const design = settings(
  {},
  {
    replicates: likely(fc.integer({ min: 1, max: 3 }), fc.constantFrom(0, 1.5)),
    blocks: likely(fc.integer({ min: 1, max: 2 }), fc.constant(0)),
    oneAtATime: fc.boolean(),
    comparison: likely(fc.constantFrom('interleaved', 'sequential'), fc.constant('sideways')),
    order: fc.constantFrom('random', 'asWritten'),
    seed: fc.string({ minLength: 1, maxLength: 3, unit: 'grapheme-ascii' }),
  },
);

const OF_FIO = [
  { metric: 'bandwidth', operation: 'read', atLeast: '100 MB/s' },
  { metric: 'bandwidth', atLeast: '100 MB/s' },
  { metric: 'iops', prefer: 'highest' },
  { metric: 'latency_p99', atMost: '5ms', prefer: 'cheapest' },
];
const OF_TREES = [
  { metric: 'elapsed', operation: 'copy', atMost: '1m' },
  { metric: 'elapsed_synced', operation: 'copy', prefer: 'lowest', statistic: 'mean' },
  { metric: 'files_per_second', operation: 'copy', atLeast: '200 ops/s' },
];
const SENSELESS = [
  { metric: 'iops', atLeast: '5ms' },
  { metric: 'nothing', prefer: 'highest' },
];

/** Half of them have no question; the others mostly use a metric of a workload. */
export function decideFor(workloads: Readonly<Record<string, Settings>>): fc.Arbitrary<Settings | undefined> {
  const kinds = Object.values(workloads).map(({ kind }) => kind);
  const asked = [...(kinds.includes('fio') ? OF_FIO : []), ...(kinds.includes('tree-copy') ? OF_TREES : [])];
  return fc.option(likely(fc.constantFrom(...asked, ...OF_TREES.slice(asked.length)), fc.constantFrom(...SENSELESS)), {
    nil: undefined,
    freq: 1,
  });
}

/** External storage allows one rig at a time. */
export function limitsFor(targets: Readonly<Record<string, Settings>>): fc.Arbitrary<Settings> {
  const shared = Object.values(targets).some(({ kind }) => /^external-|^directory$/.test(String(kind)));
  const rigs = fc.integer({ min: 1, max: 3 });
  return settings(
    { maxUsd: fc.constantFrom(5, 50, 500), maxHours: fc.constantFrom(4, 24, 48) },
    { parallelRigs: shared ? likely(fc.constant(1), rigs) : rigs },
  );
}

const io = fc.uniqueArray(fc.record({ bs: fc.constantFrom('4k', '128k', '1m'), iodepth: fc.constantFrom(1, 8, 32) }), {
  minLength: 1,
  maxLength: 3,
  selector: ({ bs, iodepth }) => `${bs} ${iodepth}`,
});

/** All names that a reference may use. */
export const factors = fc.record({
  io,
  nconnect: fc.constantFrom([1, 16], [4]),
  workers: fc.constantFrom([1, 8], [2]),
});

const whole = (...right: number[]): fc.Arbitrary<unknown> => likely(fc.constantFrom(...right), fc.constantFrom(0, 1.5));

const kinds: readonly fc.Arbitrary<Settings>[] = [
  settings(
    {
      kind: fc.constant('kafka'),
      driver: fc.constantFrom('sync', 'throughput'),
      partitionsPerTopic: whole(10),
      producerRate: likely(fc.constantFrom('max', 10_000), fc.constant('fast')),
      testDurationMinutes: whole(5),
    },
    { topics: whole(1, 4), messageSize: fc.constant('32 KiB') },
  ),
  settings(
    { kind: fc.constant('database'), profile: likely(fc.constantFrom('mail', 'sql'), fc.constant('graph')) },
    { databases: whole(1, 4), size: fc.constant('4 GiB'), measure: fc.constantFrom('2m', '5m') },
  ),
];

const event = fc.oneof(
  fc.constant({ change: 's1' }),
  settings({
    kill: settings({ role: fc.constant('client'), service: fc.constantFrom('kafka', 'nfsd') }, { hosts: whole(1) }),
  }),
);
const events = fc
  .tuple(event, likely(fc.constantFrom('5s', '10s'), fc.constantFrom('9h', '-1s')))
  .map(([what, at]) => [{ at, ...what }]);

/** A change of a whole spec. */
type Later = (spec: Settings) => Settings;

const ofWorkload = (spec: Settings, change: (workload: Settings) => Settings): Settings => {
  const { w0, ...rest } = spec['workloads'] as Readonly<Record<string, Settings>>;
  return { ...spec, workloads: { ...rest, w0: change(w0 ?? {}) } };
};

/** Search of the deepest queue that is fast enough: one block, all targets mixed. */
function addSearch({ design, factors, decide: _, ...rest }: Settings, factor: string): Settings {
  const { blocks: _b, comparison: _c, ...others } = (design ?? {}) as Settings;
  const load = { kind: 'fio', rw: 'randread', bs: '4k', size: '1 GiB', iodepth: '$depth' };
  return {
    ...rest,
    factors: { ...(factors as Settings | undefined), depth: [1, 4, 16, 64] },
    workloads: { ...(rest['workloads'] as Settings), w0: load },
    criteria: { quick: { metric: 'latency_p99', operation: 'read', atMost: '5ms' } },
    design: { ...others, search: { factor } },
  };
}

/** One of them; combinations rarely add anything. */
export const later: fc.Arbitrary<Later> = fc.oneof(
  fc.oneof(...kinds).map(
    (one): Later =>
      (spec) => {
        const { decide: _, ...rest } = spec;
        return ofWorkload(rest, () => one);
      },
  ),
  events.map(
    (all): Later =>
      (spec) =>
        ofWorkload(spec, (workload) => ({ ...workload, events: all })),
  ),
  likely(fc.constant('depth'), fc.constant('nobody')).map(
    (factor): Later =>
      (spec) =>
        addSearch(spec, factor),
  ),
  likely(fc.constantFrom('1s', '10s'), fc.constant('0s')).map(
    (every): Later =>
      (spec) => ({
        ...spec,
        criteria: { steady: { metric: 'bandwidth', operation: 'read', atLeast: '1 MB/s', every } },
        decide: { metric: 'bandwidth', operation: 'read', require: ['steady'], prefer: 'highest' },
      }),
  ),
);

type NamedSettings = Readonly<Record<string, Settings>>;

/** A spec as a mapping. Unreferenced factors are left out: each would be a mistake. */
function specsOn(
  storage: fc.Arbitrary<NamedSettings>,
  fleetOf: (made: NamedSettings) => fc.Arbitrary<Settings>,
): fc.Arbitrary<Settings> {
  return fc.tuple(storage, workloads).chain(([made, run]) =>
    fc
      .record({ fleet: fleetOf(made), design, decide: decideFor(run), limits: limitsFor(made), factors })
      .map(({ factors: all, decide: asked, ...rest }) => {
        const text = JSON.stringify([rest, run]);
        const used = Object.entries(all).filter(([name]) => text.includes(`"$${name}`));
        return {
          experiment: 'random',
          ...(used.length === 0 ? {} : { factors: Object.fromEntries(used) }),
          targets: made,
          workloads: run,
          ...rest,
          ...(asked === undefined ? {} : { decide: asked }),
        };
      }),
  );
}

const made = specsOn(targets, fleetFor);
const ofOthers = specsOn(externalTargets, () => externalFleet);

export const specs: fc.Arbitrary<Settings> = fc.oneof(
  { weight: 7, arbitrary: made },
  { weight: 1, arbitrary: ofOthers },
  { weight: 2, arbitrary: fc.tuple(fc.oneof(made, ofOthers), later).map(([spec, change]) => change(spec)) },
);
