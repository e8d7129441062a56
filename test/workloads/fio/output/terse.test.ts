import { readTerse } from '../../../../lib/workloads/fio/output/terse';
import { recorded } from '../recorded';

describe('readTerse', () => {
  it.each([3, 5])('reads version %p', (version) => {
    const text = recorded(`terse-${version}.txt`);
    const fields = text.split(';');
    const document = readTerse(text);
    expect(document?.version).toBe('fio-3.33');
    const [job] = document?.jobs ?? [];
    expect(job).toMatchObject({ name: 'terse', groupId: 0, error: 0 });
    const [read, write] = job?.directions ?? [];
    // Fields from 1: 6 KiB read, 7 KiB/s, 8 IOPS, 9 runtime ms, 16 mean completion latency, 40 mean total latency.
    expect(read).toMatchObject({
      operation: 'read',
      bytes: Number(fields[5]) * 1024,
      bandwidth: Number(fields[6]) * 1024,
      iops: Number(fields[7]),
      runtimeMs: Number(fields[8]),
      latencyMeanUs: Number(fields[39]),
    });
    expect(read?.latencyMeanUs).toBeGreaterThan(Number(fields[15]));
    expect(`99.000000%=${read?.percentilesUs['latency_p99']}`).toBe(fields.find((field) => field.startsWith('99.0')));
    expect(write?.operation).toBe('write');
    // A mix of half and half.
    expect((write?.iops ?? 0) / (read?.iops ?? 1)).toBeCloseTo(1, 0);
    expect(write?.latencyMeanUs).toBeGreaterThan(0);
  });

  it('takes the last of snapshots, and all clones of a job', () => {
    const fields = recorded('terse-3.txt').trim().split(';');
    // Fields from 1: 6 KiB, 9 runtime of reads; 47 and 50 of writes.
    const at = (share: number): string =>
      fields
        .map((field, index) => ([5, 8, 46, 49].includes(index) ? String(Math.round(Number(field) * share)) : field))
        .join(';');
    const bytes = (shares: readonly number[]): readonly number[] =>
      readTerse(shares.map(at).join('\n'))?.jobs.map(({ directions }) => directions[0]?.bytes ?? 0) ?? [];
    const whole = Number(fields[5]) * 1024;
    expect(bytes([0.25, 0.5, 1])).toEqual([whole]);
    expect(bytes([0.5, 0.5, 1, 1])).toEqual([whole, whole]);
    expect(bytes([1, 1, 1])).toEqual([whole, whole, whole]);
    // The last one went on for longer, and did not more: no snapshot.
    expect(bytes([1, 0.5])).toHaveLength(2);
  });

  it('doubts a line that stands there again', () => {
    const line = recorded('terse-3.txt').trim();
    const [first, second] = readTerse(`${line}\n${line}\n`)?.jobs ?? [];
    expect(first?.faults).toEqual([]);
    expect(second?.faults).toEqual([{ kind: 'inconsistent', text: 'the same line stands there again' }]);
  });

  it('skips what is no terse line, and a direction without I/O', () => {
    const line = recorded('terse-3.txt').trim();
    const fields = line.split(';');
    const readOnly = fields.map((field, index) => (index >= 46 && index < 87 ? field.replace(/^\d+$/, '0') : field));
    const document = readTerse(`Jobs: 1\r\uFEFF${readOnly.join(';')}\nfio: done\n3;cut;off`);
    expect(document?.jobs).toHaveLength(1);
    expect(document?.jobs[0]?.directions.map(({ operation }) => operation)).toEqual(['read']);
    expect(readTerse('3;fio-3.33;a;0;0\n')).toBeNull();
    expect(readTerse(line.slice(0, 300))).toBeNull();
  });
});
