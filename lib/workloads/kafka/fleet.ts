/** Figures of the whole cluster: recovery after kills, and load of the brokers. */
import { groupBy } from '../../shapes/collections';
import type { RawObservation } from '../../shapes/observation';
import type { FleetReading, HostRaw, Reading } from '../contract';
import { EVIDENCE_FILE, type HostEvidence, readEvidence } from '../evidence';
import { findKafkaOutput, KAFKA_METRICS } from './parse';
import { findRecovery, readKills, toKillEvents } from './recovery';
import { KAFKA_ROLES } from './schema';

export function readFleet(reading: Reading, hosts: readonly HostRaw[]): FleetReading {
  const { kills } = readKills(hosts);
  const recovery = findRecovery(reading, kills, hosts);
  const restarts = kills.flatMap(({ gone, ready }) => (gone === null || ready === null ? [] : [ready - gone]));
  const brokers = listHosts(hosts, KAFKA_ROLES.broker);
  const load = computeBrokerLoad(brokers, kills.length > 0);
  const values = {
    ...(recovery !== null && 'seconds' in recovery ? { recovery_time: recovery.seconds } : {}),
    ...(restarts.length === 0 ? {} : { server_restart_time: Math.max(...restarts) }),
  };
  const loads = {
    ...(load === null ? {} : { broker_cpu: 100 * load.cpu, broker_io_wait: 100 * load.ioWait }),
    ...toCacheShare(load?.readBytes ?? null, hosts),
  };
  const evidence = brokers.flatMap(({ files }) => files.filter(({ name }) => name === EVIDENCE_FILE));
  return {
    observations: [...listObservations(values, kills[0]?.source), ...listObservations(loads, evidence[0]?.source)],
    events: toKillEvents(kills),
  };
}

/** Hosts of a role, even if they left no status: hosts are named after their role. */
export function listHosts(hosts: readonly HostRaw[], role: string): readonly HostRaw[] {
  return hosts.filter(({ host }) => host.replace(/-\d+$/, '') === role);
}

/** Share of the consumed bytes that brokers did not read from storage; 0 if they read more, for other causes. */
function toCacheShare(readBytes: number | null, hosts: readonly HostRaw[]): Readonly<Record<string, number>> {
  const consumed = hosts
    .flatMap((raw) => findKafkaOutput(raw) ?? [])
    .reduce((sum, output) => sum + output.consumed * output.requested.messageBytes, 0);
  if (readBytes === null || consumed === 0) return {};
  return { cache_read_share: 100 * Math.max(0, 1 - readBytes / consumed) };
}

function listObservations(
  values: Readonly<Record<string, number>>,
  source: string | undefined,
): readonly RawObservation[] {
  if (source === undefined) return [];
  return Object.entries(values).flatMap(([metric, value]): readonly RawObservation[] => {
    const known = KAFKA_METRICS[metric];
    if (known === undefined) return [];
    return [{ metric, operation: null, statistic: 'value', unit: known.unit, value, host: 'aggregate', source }];
  });
}

/** Position of counters in `cpu` of a sample (proc(5), `stat`). */
const CPU = { idle: 3, iowait: 4, steal: 7 };

interface BrokerLoad {
  /** Shares of all CPU time, 0–1, means of the machines. */
  readonly cpu: number;
  readonly ioWait: number;
  /** Bytes that all brokers read from their storage; null if not counted. */
  readonly readBytes: number | null;
}

/** Null without readable evidence. @param killed processes of killed servers take their counters with them */
function computeBrokerLoad(brokers: readonly HostRaw[], killed: boolean): BrokerLoad | null {
  // Hosts of one machine see the same counters.
  const machines = groupBy(readEvidence(brokers), ({ host, machine }) => (machine === '' ? host : machine));
  const loads = [...machines.values()].flatMap(([one]) => (one === undefined ? [] : (toLoad(one, killed) ?? [])));
  if (loads.length === 0) return null;
  const mean = (of: (load: BrokerLoad) => number): number =>
    loads.reduce((sum, load) => sum + of(load), 0) / loads.length;
  const reads = loads.flatMap(({ readBytes }) => readBytes ?? []);
  return {
    cpu: mean(({ cpu }) => cpu),
    ioWait: mean(({ ioWait }) => ioWait),
    readBytes: reads.length < loads.length ? null : reads.reduce((sum, bytes) => sum + bytes, 0),
  };
}

function toLoad({ device, samples: [from, to] }: HostEvidence, killed: boolean): BrokerLoad | null {
  const ticks = to.cpu.map((value, index) => Math.max(0, value - (from.cpu[index] ?? 0)));
  const all = ticks.reduce((sum, value) => sum + value, 0);
  if (all === 0) return null;
  const share = (name: keyof typeof CPU): number => (ticks[CPU[name]] ?? 0) / all;
  const more = (of: (sample: typeof from) => number): number => Math.max(0, of(to) - of(from));
  const written = more(({ own, others }) => own.write + others.write);
  // Brokers write: without written bytes, nothing was counted.
  const isCounted = from.hidden + to.hidden === 0 && written > 0 && !killed;
  const byProcesses = isCounted ? more(({ own, others }) => own.read + others.read) : null;
  return {
    cpu: Math.max(0, 1 - share('idle') - share('iowait') - share('steal')),
    ioWait: share('iowait'),
    readBytes: device === '' ? byProcesses : more(({ disk }) => disk.read),
  };
}
