import type { SimulatedPlace } from '../../../lib/twin/printers/contract';
import { makeKafkaPrinter } from '../../../lib/twin/printers/kafka';
import type { HostRaw } from '../../../lib/workloads/contract';
import { readFleet } from '../../../lib/workloads/kafka/fleet';
import type { KafkaParams } from '../../../lib/workloads/kafka/schema';
import { toHostDemand } from '../../../lib/workloads/demand';
import { computeDemand } from '../../../lib/workloads/kafka/steps';
import { makeFlow, makePerformance, makeSimulatedHost } from './performances';
import { judgeHosts, makeHost, PARAMS, RATE, readWorkers, START } from '../../workloads/kafka/kafka-output';

const ROLES = { worker: 2, broker: 3, controller: 3, standby: 1 };
/** Of one of the nine hosts. */
const UNITS = { ...makeFlow(RATE / 9, 2000), spread: 0.3 };
const PERFORMANCE = makePerformance(90, { units: UNITS });

function makeKill(resumeOn: string): SimulatedPlace['events'] {
  return [{ atSeconds: 20, action: { kill: { role: 'broker', service: 'kafka', hosts: 1, resumeOn } }, hosts: [1] }];
}

/** The files of all hosts of a trial. */
function printTrial(params: KafkaParams, events: SimulatedPlace['events'] = []): readonly HostRaw[] {
  const print = makeKafkaPrinter(params);
  return Object.entries(ROLES).flatMap(([role, hosts]) =>
    Array.from({ length: hosts }, (_, index) => {
      const [host, began] = [`${role}-${index}`, START - 60 * params.warmupDurationMinutes + 0.001];
      const place = { role, roles: ROLES, copy: 'c1', events };
      const own = { host, index, hosts, began, lateSeconds: 0.001, folder: `/var/lib/fsxbench/volumes/c1/${host}` };
      const { files, facts } = print(PERFORMANCE, makeSimulatedHost({ ...own, place }));
      return makeHost(host, files, { facts });
    }),
  );
}

function findValue(hosts: readonly HostRaw[], params: KafkaParams, metric: string): number | undefined {
  const reading = readWorkers(hosts, params);
  const all = [...reading.observations, ...readFleet(reading, hosts).observations];
  return all.find((one) => one.metric === metric && one.host === 'aggregate')?.value;
}

const ONE_COPY = { ...PARAMS, replicationFactor: 1 };

describe('makeKafkaPrinter', () => {
  it('prints a trial that passes the reader and judge without reasons', () => {
    const hosts = printTrial(PARAMS);
    expect(judgeHosts(hosts, PARAMS, { copy: 'c1', events: [] }).codes).toEqual([]);
    expect(findValue(hosts, PARAMS, 'publish_rate')).toBeCloseTo(RATE, 0);
    expect(findValue(hosts, PARAMS, 'publish_latency_mean')).toBeCloseTo(2000, -2);
    expect(hosts.filter(({ files }) => files.length > 0).map(({ host }) => host)).toEqual(['worker-0', 'worker-1']);
  });

  it('prints the rate of each second, also when it changes or is below one message per second', () => {
    const levels = [
      { seconds: 30, rate: 0.5, latencyUs: 1000 },
      { seconds: 60, rate: 1.25, latencyUs: 2000 },
    ];
    const place = { role: 'worker', roles: { worker: 1 }, copy: 'c1', events: [] };
    const host = makeSimulatedHost({ host: 'worker-0', began: START, place });
    const units = { ...UNITS, rate: 1, levels };
    const { files } = makeKafkaPrinter({ ...PARAMS, producerRate: 'max' })({ ...PERFORMANCE, units }, host);
    const { series } = JSON.parse(files['raw/kafka.json'] ?? '') as { series: Record<string, number[]> };
    const sum = (from: number, to: number) =>
      series['acknowledged']?.slice(from, to).reduce((all, one) => all + one, 0);
    expect([sum(0, 30), sum(30, 90)]).toEqual([15, 75]);
  });

  it('reports RateNotReached when the storage cannot reach the producer rate', () => {
    const params = { ...PARAMS, producerRate: 2 * RATE };
    expect(judgeHosts(printTrial(params), params).codes).toEqual(['suspect RateNotReached']);
  });

  it.each([
    ['with replicas, until other brokers lead', PARAMS, 'broker', 8, 29],
    ['without replicas, until the broker is ready', ONE_COPY, 'broker', 29, 29],
    ['without replicas, until a standby is ready', ONE_COPY, 'standby', 22, 22.7],
  ])('drops the rate after a kill: %s', (_, params, resumeOn, recovery, ready) => {
    const events = makeKill(resumeOn);
    const hosts = printTrial(params, events);
    expect(judgeHosts(hosts, params, { copy: 'c1', events }).codes).toEqual([]);
    expect(Math.round(findValue(hosts, params, 'recovery_time') ?? 0)).toBe(recovery);
    expect(findValue(hosts, params, 'server_restart_time')).toBeCloseTo(ready - 0.1);
    const written = hosts.filter(({ files }) => files.some(({ name }) => name === 'raw/events.json'));
    expect(written.map(({ host }) => host)).toEqual([resumeOn === 'broker' ? 'broker-1' : 'standby-0']);
  });

  it('reports NotRecovered after a kill when no replica or server resumes', () => {
    const events = makeKill('none');
    expect(judgeHosts(printTrial(ONE_COPY, events), ONE_COPY, { copy: 'c1', events }).codes).toEqual([
      'suspect NotRecovered',
    ]);
  });
});

it('divides the message rate of a Kafka demand by the number of hosts', () => {
  expect(toHostDemand(computeDemand(PARAMS), 4).pace).toEqual({ loop: 'open', rate: RATE / 4 });
});
