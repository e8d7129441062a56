/** What can be planned and not be executed yet, put into specs that could be. */
import fc from 'fast-check';
import { likely, type Settings, settings } from './draw';

const whole = (...right: number[]): fc.Arbitrary<unknown> => likely(fc.constantFrom(...right), fc.constantFrom(0, 1.5));

const kinds: readonly fc.Arbitrary<Settings>[] = [
  settings(
    {
      kind: fc.constant('kafka-omb'),
      driver: fc.constantFrom('sync', 'throughput'),
      partitionsPerTopic: whole(10),
      producerRate: likely(fc.constantFrom('max', 10_000), fc.constant('fast')),
      testDurationMinutes: whole(5),
    },
    { topics: whole(1, 4), messageSize: fc.constant('32 KiB') },
  ),
  settings({ kind: fc.constant('kafka-perf') }, { partitions: whole(20), measure: fc.constantFrom('1m', '30s') }),
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

/** The deepest queue that is quick enough: one block, all targets mixed. */
function searched({ design, factors, decide: _, ...rest }: Settings, factor: string): Settings {
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

/** One of them; two are seldom more than the sum of both. */
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
        searched(spec, factor),
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
