import { readHosts } from '../../../lib/workloads/read-hosts';
import { parseOutput, readHost } from '../../../lib/workloads/tree-copy/read-host';
import { treeCopy } from '../../../lib/workloads/tree-copy/workload';
import { changed, hostRaw, recorded, study } from './recorded';

describe('readHost', () => {
  it('gives times until cp had ended and until all was synced, and rates until then', () => {
    const { figures, window, source, reasons } = readHost(hostRaw(recorded('one-worker.json')));
    expect(reasons).toEqual([]);
    expect(source).toBe('raw/r1/t0001/a1/client-0/measure/raw/tree-copy.json');
    const [copy, ...others] = figures;
    expect(others).toEqual([]);
    expect(copy?.operation).toBe('copy');
    const { elapsed = 0, elapsed_synced: synced = 0, ...rates } = copy?.values ?? {};
    expect(window).toMatchInlineSnapshot(`
{
  "from": 1795335012.510305,
  "to": 1795335015.285019,
}
`);
    expect([elapsed, synced]).toMatchInlineSnapshot(`
[
  2.121608,
  2.774714,
]
`);
    expect(rates).toEqual({ files_per_second: 38_000 / synced, throughput: 800_000_000 / synced });
    expect(treeCopy.gives(study(1))).toEqual([{ operation: 'copy', metrics: Object.keys(copy?.values ?? {}) }]);
  });

  it('says what is missing', () => {
    const codes = (raw: ReturnType<typeof hostRaw>) => readHost(raw).reasons.map(({ code }) => code);
    expect(codes(hostRaw(null))).toEqual(['NoResult']);
    expect(codes(hostRaw(null, { rc: 1 }))).toEqual([]);
    expect(codes({ ...hostRaw(null), status: null })).toEqual(['StatusMissing']);
  });

  it('never throws, whatever stands in the file', () => {
    const text = recorded('eight-workers.json');
    const strange = [
      '',
      '{}',
      '[]',
      'null',
      'fio-3.33',
      text.slice(0, -3),
      text.slice(0, 200),
      text.replace('"tree-copy"', '"fio"'),
      text.replace('"version":1', '"version":2'),
      changed(({ copied }) => ({ copied: copied - 1e6 })),
      changed(() => ({ synced: 0 })),
      changed(() => ({ began: null })),
      changed(() => ({ found: { files: -1, bytes: 0, right: 0 } })),
      changed(() => ({ workers: 'many' })),
    ];
    for (const one of strange) {
      const raw = hostRaw(one);
      expect(readHost(raw)).toMatchObject({
        figures: [],
        window: null,
        reasons: [{ level: 'invalid', code: 'Unreadable' }],
      });
      expect(treeCopy.judge(readHosts(treeCopy, [raw], study(8)), [raw], study(8))).toEqual([]);
      expect(parseOutput(one)).toMatchObject({ status: 'failed', runs: [] });
    }
  });

  it('has no rate where no time passed or nothing was copied', () => {
    expect(readHost(hostRaw(changed(({ began }) => ({ copied: began, synced: began })))).figures).toEqual([]);
    expect(readHost(hostRaw(changed(() => ({ found: { files: 0, bytes: 0, right: 0 } })))).figures).toEqual([]);
  });

  it('takes of several hosts the slowest time, and all files by the time from the first start to the last end', () => {
    const quick = hostRaw(recorded('eight-workers.json'));
    const slow = hostRaw(recorded('one-worker.json'), { host: 'client-1' });
    const { observations, windows } = readHosts(treeCopy, [quick, slow], study(8));
    const value = (metric: string, host: string) =>
      observations.find((one) => one.metric === metric && one.host === host)?.value ?? Number.NaN;
    for (const metric of ['elapsed', 'elapsed_synced'])
      expect(value(metric, 'aggregate')).toBe(Math.max(value(metric, 'client-0'), value(metric, 'client-1')));
    const seconds = Math.max(...windows.map(({ to }) => to)) - Math.min(...windows.map(({ from }) => from));
    expect(value('files_per_second', 'aggregate')).toBeCloseTo((2 * 38_000) / seconds, 3);
    expect(value('throughput', 'aggregate') / ((2 * 800e6) / seconds)).toBeCloseTo(1, 6);
  });
});

describe('parseOutput', () => {
  it('prints what a file holds', () => {
    const { status, toolVersion, problems, runs } = parseOutput(recorded('eight-workers.json'));
    expect([status, toolVersion, problems]).toEqual(['ok', 'cp (GNU coreutils) 9.1', []]);
    expect(runs[0]?.label).toBe('38000 files, 8 workers');
    expect(runs[0]?.observations.map(({ metric, unit }) => `${metric} ${unit}`)).toEqual([
      'elapsed s',
      'elapsed_synced s',
      'files_per_second ops/s',
      'throughput bytes/s',
    ]);
  });

  it('says what is wrong with a copy on a full disk', () => {
    const { status, problems } = parseOutput(recorded('disk-full.json'));
    expect(status).toBe('failed');
    expect(problems).toEqual([
      'not all of cp ended well: worker 1 (exit code 1)',
      'the copy is not whole: 600 files and 2687502 bytes are there, 553 of them as they should be; 600 files and ' +
        '3000000 bytes were to be copied',
    ]);
  });
});
