import { joinScript } from '../../../lib/workloads/shell';
import { kafka } from '../../../lib/workloads/kafka/workload';

const FILES = new Proxy({}, { get: (_, name) => String(name), has: () => true });
const params = (changes: object = {}) => kafka.schema.parse({ kind: 'kafka', ...changes });
const CODES = (found: readonly { readonly code: string; readonly path?: readonly unknown[] }[] | undefined) =>
  found?.map(({ code, path }) => [code, path?.join('.')]);

it('computes the duration from warm-up, measured time and creation of topics', () => {
  const asked = params({ warmupDurationMinutes: 0.1, testDurationMinutes: 0.4, partitionsPerTopic: 20 });
  expect(kafka.duration(asked)).toEqual({ total: 6 + 24 + 21, warmUp: 6, measured: 24, until: 'time' });
});

it('creates one measured step with the load, and with the kills of its events', () => {
  const kill = { role: 'broker', service: 'kafka', hosts: 2, resumeOn: 'standby' };
  const asked = params({ topics: 2, producersPerTopic: 3, producerRate: 500 });
  const [step, ...others] = kafka.script(asked, FILES, [
    { atSeconds: 20, action: { kill } },
    { atSeconds: 30, action: { change: 'fast', config: {} } },
  ]);
  expect(others).toEqual([]);
  const text = step === undefined ? '' : joinScript(step.script);
  for (const line of ["KAFKA_PRODUCERS='6'", "KAFKA_RATE='500'", "KAFKA_EVENTS='kill 20 2 standby\n'"])
    expect(text).toContain(line);
  expect(step).toMatchObject({ measures: true, barrier: true });
});

it('refuses more replicas than brokers, and more partitions than the brokers support', () => {
  const fleet = { broker: { count: 3 }, worker: { count: 1 } };
  const check = (changes: object) => CODES(kafka.hosts?.check?.(params(changes), 1, fleet));
  expect(check({ replicationFactor: 3 })).toEqual([]);
  expect(check({ replicationFactor: 4 })).toEqual([['BadValue', 'replicationFactor']]);
  expect(check({ topics: 10, partitionsPerTopic: 2000 })).toEqual([['BadValue', 'partitionsPerTopic']]);
});

it('refuses messages of 15 bytes, and advises more producers for synchronous flushes', () => {
  expect(CODES(kafka.check(params({ messageSize: '15 B' })))).toEqual([['BadValue', 'messageSize']]);
  const few = params({ driver: 'sync', partitionsPerTopic: 100 });
  expect(CODES(kafka.check(few))).toEqual([['FewProducers', 'producersPerTopic']]);
  expect(kafka.check(params())).toEqual([]);
});

it('defines a service that events may kill for brokers only', () => {
  const services = kafka.roles(params(), ['controller', 'broker', 'standby', 'worker']);
  const counts = services.map(({ role, services: own = [] }) => [role, own.length]);
  expect(Object.fromEntries(counts)).toEqual({ worker: 0, broker: 1, controller: 0, standby: 0 });
});
