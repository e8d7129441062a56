/** Results of hosts of an MPI job. */
import type { HostRaw, HostStatus } from '../../../lib/workloads/contract';
import type { MpiKind, MpiParams, MpiTool } from '../../../lib/workloads/mpi/tool';
import { createMpiWorkload } from '../../../lib/workloads/mpi/workload';
import { readHosts } from '../../../lib/workloads/read-hosts';
import type { SimulatedFlow, SimulatedHost, SimulatedPerformance } from '../../../lib/twin/printers/contract';

/** @param text of the leader; null on hosts that only reported about themselves */
export function hostRaw(
  output: string,
  host: string,
  text: string | null,
  status: Partial<HostStatus> | null = {},
): HostRaw {
  const said: HostStatus = {
    host,
    role: 'client',
    tool: 'mpi',
    version: '4.0.0',
    argv: [],
    rc: 0,
    started: 1000,
    ended: 1100,
    startAt: 1000,
    kernel: '6.1',
    mount: { source: 'fs', type: 'lustre', options: 'rw' },
    facts: { mpiNodes: '2', memBytes: String(8 * 1024 ** 3), bundle: 'abc' },
  };
  const files = text === null ? [] : [{ name: output, source: `raw/${host}/${output}`, text }];
  return { host, command: 'measure', status: status === null ? null : { ...said, ...status }, files };
}

/** The evaluation of results. @param text of the leader @param others reports of the other hosts */
export function judgeHosts<P extends MpiParams>(
  tool: MpiTool<MpiKind, P>,
  params: P,
  text: string | null,
  leader: Partial<HostStatus> | null = {},
  others: readonly (Partial<HostStatus> | null)[] = [{}],
) {
  const workload = createMpiWorkload(tool);
  const hosts = [
    hostRaw(tool.output.file, 'client-0', text, leader),
    ...others.map((status, index) => hostRaw(tool.output.file, `client-${index + 1}`, null, status)),
  ];
  const reading = readHosts(workload, hosts, params);
  const reasons = [...reading.reasons, ...workload.judge(reading, hosts, params)];
  return {
    reading,
    codes: reasons.map(({ level, code }) => `${level} ${code}`),
    texts: reasons.map((reason) => reason.text),
  };
}

/** The first of two hosts. */
export const HOST: SimulatedHost = {
  host: 'client-0',
  index: 0,
  hosts: 2,
  began: 1000,
  lateSeconds: 0,
  memoryBytes: 8 * 1024 ** 3,
  folder: '/x',
  barrier: true,
};

/** Phases with these units a second, on one host. */
export function performance(...rates: readonly number[]): SimulatedPerformance {
  const flow = (rate: number): SimulatedFlow => ({
    rate,
    latencyUs: 100,
    spread: 0.1,
    intervals: { mean: rate, stddev: 0, min: rate, max: rate },
  });
  const phases = rates.map(
    (rate): SimulatedPerformance => ({ seconds: 10, units: flow(rate), operations: {}, cpu: { system: 0, user: 0 } }),
  );
  return { ...(phases[0] as SimulatedPerformance), phases };
}
