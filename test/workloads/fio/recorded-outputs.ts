/** Output of fio on this machine (test/recorded/fio/README.md), and hosts with it. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HostRaw, HostStatus } from '../../../lib/workloads/contract';
import { buildFioArguments } from '../../../lib/workloads/fio/cell/command';
import { parseOptions } from '../../../lib/twin/printers/fio/document';
import { type CellParams, type DataParams, isCell, isMetadata, fioSchema } from '../../../lib/workloads/fio/schema';
import { withoutNull } from '../../without-null';

const FOLDER = join(__dirname, '../../recorded/fio');

/** Text of a fixture. */
export function readRecorded(name: string): string {
  return readFileSync(join(FOLDER, name), 'utf8');
}

/** Names of all of them. */
export function recordedNames(): readonly string[] {
  return readdirSync(FOLDER).filter((name) => name !== 'README.md');
}

export interface RecordedLatency {
  mean: number;
  N: number;
  percentile?: Record<string, number>;
  bins?: Record<string, number>;
}

export type Counter =
  | 'io_bytes'
  | 'io_kbytes'
  | 'bw'
  | 'bw_bytes'
  | 'iops'
  | 'runtime'
  | 'total_ios'
  | 'iops_mean'
  | 'iops_stddev'
  | 'iops_samples';
type RecordedDirection = Record<Counter, number> & Record<'lat_ns' | 'clat_ns', RecordedLatency>;

/** The members that tests read. */
export interface RecordedJob extends Record<string, unknown> {
  jobname: string;
  read: RecordedDirection;
  write: RecordedDirection;
  'job options': Record<string, string>;
}

export interface RecordedDocument extends Record<string, unknown> {
  timestamp: number;
  timestamp_ms: number;
  jobs: RecordedJob[];
}

/** A fixture with one document, as JSON. */
export function recordedDocument(name: string): RecordedDocument {
  const text = readRecorded(name);
  return JSON.parse(text.slice(text.indexOf('{'))) as RecordedDocument;
}

/** Its first job. */
export function recordedJob(name: string): RecordedJob {
  const [job] = recordedDocument(name).jobs;
  if (job === undefined) throw new Error(`${name} has no job`);
  return job;
}

/** The same as if called for a configuration, with its figures. @param found facts that the host determines */
export function asCalled<T extends RecordedDocument>(
  document: T,
  params: CellParams,
  found: Readonly<Record<string, string>> = { ioengine: 'libaio', direct: '1' },
): T {
  for (const job of document.jobs)
    job['job options'] = {
      ...parseOptions(buildFioArguments(params)),
      name: (job as unknown as { jobname: string }).jobname,
      directory: 'a',
      ...(isMetadata(params) ? {} : found),
    };
  return document;
}

/** Parameters of the fixtures host-a.json and host-b.json, with changes. */
export function dataParams(changes: Readonly<Record<string, unknown>> = {}): DataParams {
  const base = { kind: 'fio', rw: 'randread', bs: '4k', iodepth: 4, numjobs: 2, size: '16 MiB' };
  return parseParams(withoutNull({ ...base, ramp_time: '500ms', runtime: '1.5s', ...changes })) as DataParams;
}

export function parseParams(params: Readonly<Record<string, unknown>>): CellParams {
  const found = fioSchema.parse(params);
  if (!isCell(found)) throw new Error('a cell was meant, and this is a job file');
  return found;
}

/** A host that ran fio successfully on a disk with O_DIRECT; `facts` and `status` change its report. */
export function hostRaw(
  host: string,
  text: string | null,
  { facts = {}, stderr = '', ...status }: Partial<Omit<HostStatus, 'facts'>> & { facts?: object; stderr?: string } = {},
): HostRaw {
  const file = (name: string, content: string) => ({
    name,
    source: `raw/r1/t0001/a1/${host}/measure/${name}`,
    text: content,
  });
  return {
    host,
    command: 'measure',
    status: {
      host,
      role: 'client',
      tool: 'fio',
      version: 'fio-3.33',
      argv: ['fio'],
      rc: 0,
      started: 1_795_236_000,
      ended: 1_795_236_016,
      startAt: null,
      kernel: '6.1.0',
      mount: { source: '/dev/vda', type: 'ext4', options: 'rw' },
      ...status,
      facts: {
        direct: '1',
        directReason: 'O_DIRECT works',
        ioengine: 'libaio',
        fileBytes: '33554432',
        unwrittenBytes: '0',
        memBytes: '8589934592',
        ...facts,
      },
    },
    files: [...(text === null ? [] : [file('raw/fio.json', text)]), file('raw/fio.stderr', stderr)],
  };
}
