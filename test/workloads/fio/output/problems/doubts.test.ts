import { judgeOutput } from '../../../../../lib/results/outputs/judge-output';
import { parseOutput } from '../../../../../lib/workloads/fio/output/parse';
import cases from './doubts.cases.json';

/** Of an entry and its one direction; numbers of the direction that are not said fit 5,000 I/Os a second. */
interface Entry {
  readonly entry?: object;
  readonly iops?: number;
  readonly seconds?: number;
  readonly us?: number;
  readonly operation?: 'read' | 'write' | 'mixed';
  readonly latency?: object;
  readonly more?: object;
}

/** Jobs of one name that had the same options: 40 s of direct random I/O of 4 KiB, 16 in flight. */
function document(options: object, jobs: readonly Entry[], whole: object = {}): string {
  const all = { rw: 'randread', bs: '4k', ioengine: 'libaio', iodepth: '16', direct: '1', size: '300g' };
  const own = { ...all, disk_util: '0', ...options };
  const entry = ({ entry: more, iops = 5000, seconds = 40, us = 3200, operation = 'read', ...rest }: Entry) => {
    const count = Math.round(iops * seconds);
    const latency = { min: 900, max: 20_000_000, mean: us * 1000, stddev: us * 300, N: count, ...rest.latency };
    const moved = { io_bytes: count * 4096, io_kbytes: count * 4, bw_bytes: iops * 4096, bw: iops * 4, iops };
    const direction = { ...moved, runtime: seconds * 1000, total_ios: count, ...rest.more };
    const parts = { clat_ns: latency, lat_ns: latency };
    return {
      jobname: 'own',
      groupid: 0,
      error: 0,
      'job options': own,
      ...more,
      [operation]: { ...direction, ...parts },
    };
  };
  return JSON.stringify({ 'fio version': 'fio-3.41', ...whole, jobs: jobs.map(entry) });
}

interface RunInput {
  readonly options?: object;
  readonly jobs?: readonly Entry[];
  readonly whole?: object;
  readonly asked?: Record<string, string>;
  readonly provisioned?: Record<string, number>;
}

function listReasons({ options = {}, jobs = [{}], whole, asked = {}, provisioned = {} }: RunInput): readonly string[] {
  return judgeOutput(parseOutput(document(options, jobs, whole)), {
    requested: asked,
    provisioned,
    hostMemory: 2 ** 34,
  }).reasons;
}

it.each(cases.doubted as unknown as [string, RunInput, string][])('reports a doubt about %s', (_, given, text) =>
  expect(listReasons(given)).toEqual([expect.stringContaining(text)]),
);

it.each(cases.sound as unknown as [string, RunInput][])('reports no doubt about %s', (_, given) =>
  expect(listReasons(given)).toEqual([]),
);
