import { compareOutputs } from '../../../lib/results/outputs/compare-outputs';
import type { RunDetails, ToolResult } from '../../../lib/shapes/tool-result';

/** A file with reads of 64 KiB. @param rate MiB/s @param inFlight I/Os */
function makeFile(rate: number, inFlight: number, more: Partial<RunDetails> = {}): ToolResult {
  const iops = (rate * 1024) / 64;
  const makeObservation = (metric: string, statistic: string, unit: 'ops/s' | 'bytes/s' | 'us', value: number) => {
    return { metric, operation: 'read', statistic, unit, value };
  };
  const observations = [
    makeObservation('iops', 'value', 'ops/s', iops),
    makeObservation('bandwidth', 'value', 'bytes/s', rate * 1024 ** 2),
    makeObservation('latency_mean', 'mean', 'us', (1e6 * inFlight) / iops),
  ];
  const details = { options: {}, seconds: 60, direct: true, workingBytes: null, flushed: false, readBack: false };
  const stated: RunDetails = { ...details, inFlight, doubts: [], ...more };
  return { tool: 'fio', toolVersion: null, status: 'ok', problems: [], runs: [{ label: 'a/0', observations, stated }] };
}

describe('compareOutputs', () => {
  it('reports a common limit when queue depth does not change the rate in three files', () => {
    expect(compareOutputs([makeFile(109, 1), makeFile(112, 8), makeFile(114, 64)])).toEqual([
      '3 files with 1.00 to 64.0 I/Os in flight reach 114 MB/s to 120 MB/s (read): the maximum of the storage, a ' +
        'link or a provisioned limit set the rate',
    ]);
  });

  it('reports nothing when depth changes the rate, depths are similar, or there are two files', () => {
    expect(compareOutputs([makeFile(50, 1), makeFile(112, 8), makeFile(114, 64)])).toEqual([]);
    expect(compareOutputs([makeFile(112, 8), makeFile(113, 9), makeFile(114, 10)])).toEqual([]);
    expect(compareOutputs([makeFile(112, 1), makeFile(114, 64)])).toEqual([]);
  });

  it('reports nothing when the client was busy or the number of I/Os in flight is unknown', () => {
    const busy = { doubts: [{ code: 'busy', text: '' }] };
    expect(compareOutputs([makeFile(112, 1, busy), makeFile(112, 8, busy), makeFile(114, 64, busy)])).toEqual([]);
    const paced = { inFlight: null };
    expect(compareOutputs([makeFile(112, 1, paced), makeFile(112, 8, paced), makeFile(114, 64, paced)])).toEqual([]);
  });
});
