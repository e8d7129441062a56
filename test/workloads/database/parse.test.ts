import type { DatabaseOutput } from '../../../lib/workloads/database/parse';
import { database } from '../../../lib/workloads/database/workload';
import { judgeRaw, params } from './database-hosts';
import { changeRecorded, phasesHost, readRecorded } from './recorded-outputs';

const MAINTENANCE = params({ size: '512 MiB', phases: ['create', 'copy', 'checksum'] });
const reasons = (text: string, asked = MAINTENANCE) =>
  judgeRaw({ raw: phasesHost(text) }, asked).reasons.map(({ level, code, text: said }) => `${level} ${code}: ${said}`);
const changePhase = (index: number, change: object) =>
  changeRecorded(({ phases }) => ({ phases: phases.map((one, at) => (at === index ? { ...one, ...change } : one)) }));

describe('result of database phases', () => {
  it('returns elapsed time and throughput of each phase', () => {
    const output = JSON.parse(readRecorded('phases.json')) as DatabaseOutput;
    const { reading } = judgeRaw({ raw: phasesHost(readRecorded('phases.json')) }, MAINTENANCE);
    const found = reading.observations.filter(({ host }) => host === 'aggregate');
    expect(found).toHaveLength(9);
    for (const { phase, seconds, syncSeconds, bytes } of output.phases) {
      const value = (name: string) => found.find((one) => one.operation === phase && one.metric === name)?.value;
      expect(value('elapsed')).toBe(seconds);
      expect(value('elapsed_synced')).toBe(seconds + syncSeconds);
      expect(value('throughput')).toBeCloseTo(bytes / (seconds + syncSeconds), 3);
    }
    expect(reasons(readRecorded('phases.json'))).toEqual([]);
  });

  it('is INVALID with VerifyFailed when a block differs, and names the file', () => {
    const asked = params({ size: '64 MiB', phases: ['create', 'copy', 'checksum'] });
    expect(reasons(readRecorded('corrupt.json'), asked)).toContain(
      'invalid VerifyFailed: client-0: the checksum phase read data that differs from what was written: copy.0 from ' +
        'byte 4194304, 1048576 bytes',
    );
  });

  it('is INVALID with PhaseIncomplete for missing bytes, and WrongResult for another configuration', () => {
    expect(reasons(changePhase(1, { bytes: 1024 ** 2 }))).toEqual([
      'invalid PhaseIncomplete: client-0: copy processed 1 MiB of 512 MiB',
    ]);
    expect(reasons(readRecorded('phases.json'), params({ size: '512 MiB', phases: ['copy'] }))).toEqual([
      'invalid WrongResult: client-0: the result belongs to another configuration: create, copy, checksum of 1 ' +
        'databases of 512 MiB, 1 copied; requested: copy of 1 databases of 512 MiB, 1 copied',
    ]);
  });

  it('is SUSPECT with ShortRun when a phase was too short to time', () => {
    expect(reasons(changePhase(2, { seconds: 0.1 }))).toEqual([
      'suspect ShortRun: client-0: checksum took 100ms (minimum 200ms). Increase `size`',
    ]);
  });

  it('is INVALID with Unreadable when a phase ended before it began', () => {
    expect(reasons(changePhase(0, { ended: 1 }))[0]).toMatch(
      /^invalid Unreadable: .* create ended at 1, before it began/,
    );
  });
});

it('parses a recorded result of phases', () => {
  const found = database.parse(readRecorded('phases.json'));
  expect(found).toMatchObject({ tool: 'database', toolVersion: 'fio-3.33', status: 'ok', problems: [] });
  expect(found.runs[0]?.label).toBe('create, copy, checksum of 1 databases of 512 MiB, 1 copied');
  expect(found.runs[0]?.observations).toHaveLength(9);
});
