import { judgeOutput } from '../../../../../lib/results/outputs/judge-output';
import { parseOutput } from '../../../../../lib/workloads/fio/output/parse';
import { type RecordedDocument, recordedDocument } from '../../recorded';
import cases from './unwritten.cases.json';

/** The recorded run, 38,638 direct reads, with other options, disks and latencies. */
function judged({ options = {}, disks, meanNs, write }: Given): readonly string[] {
  const json: RecordedDocument = recordedDocument('host-a.json');
  for (const job of json.jobs) {
    Object.assign(job['job options'], options);
    if (meanNs !== undefined)
      for (const latency of [job.read.lat_ns, job.read.clat_ns])
        Object.assign(latency, { mean: meanNs, min: 900, max: 9000, percentile: {}, bins: {}, N: 0 });
    if (write === true) job.write = job.read;
  }
  Object.assign(json, { disk_util: disks });
  const { reasons, remarks } = judgeOutput(parseOutput(JSON.stringify(json)), { entitled: {}, asked: {} });
  return [...reasons, ...remarks].filter((text) => /unwritten|never written/.test(text));
}

interface Given {
  readonly options?: Record<string, string>;
  readonly disks?: readonly object[];
  readonly meanNs?: number;
  readonly write?: boolean;
}

describe('reads of what was never written', () => {
  it.each(cases.found as unknown as [string, string, Given][])('%s', (_, text, given) =>
    expect(judged(given)).toEqual(text === '' ? [] : [text]),
  );
});
