import { judgeOutput } from '../../../../../lib/results/outputs/judge-output';
import { parseOutput } from '../../../../../lib/workloads/fio/output/parse';
import { type RecordedDocument, recordedDocument } from '../../recorded-outputs';
import cases from './disks.cases.json';

/** The recorded run, 38,638 direct reads, with other options, disks and latencies. */
function judgeDisks({ options = {}, disks, meanNs, operation = 'read', bytes = 4096 }: RunChanges): readonly string[] {
  const json: RecordedDocument = recordedDocument('host-a.json');
  for (const job of json.jobs) {
    Object.assign(job['job options'], options);
    if (meanNs !== undefined)
      for (const latency of [job.read.lat_ns, job.read.clat_ns])
        Object.assign(latency, {
          mean: meanNs,
          min: 900,
          max: Math.max(9000, 2 * meanNs),
          percentile: {},
          bins: {},
          N: 0,
        });
    const { total_ios: count, runtime } = job.read;
    const rate = (count * bytes * 1000) / runtime;
    Object.assign(job.read, {
      io_bytes: count * bytes,
      io_kbytes: (count * bytes) / 1024,
      bw_bytes: rate,
      bw: rate / 1024,
    });
    if (operation === 'write') [job.write, job.read] = [job.read, job.write];
  }
  Object.assign(json, { disk_util: disks });
  const { reasons } = judgeOutput(parseOutput(JSON.stringify(json)), { provisioned: {}, requested: {} });
  return reasons.filter((text) => /the disk|never written/.test(text));
}

interface RunChanges {
  readonly options?: Record<string, string>;
  readonly disks?: readonly object[];
  readonly meanNs?: number;
  readonly operation?: 'read' | 'write';
  /** Of each I/O. */
  readonly bytes?: number;
}

describe('judgeOutput of direct reads compared with reads of the disk', () => {
  it.each(cases.found as unknown as [string, string, RunChanges][])('reports %s', (_, text, given) =>
    expect(judgeDisks(given)).toEqual(text === '' ? [] : [text]),
  );
});

describe('judgeOutput of I/Os compared with disk statistics', () => {
  it.each(cases.made as unknown as [string, string, RunChanges][])('reports %s', (_, text, given) =>
    expect(judgeDisks(given)).toEqual(text === '' ? [] : [text]),
  );
});
