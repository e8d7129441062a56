import { buildFioArguments, toFilePattern } from '../../../../lib/workloads/fio/cell/command';
import { listFixtures } from '../../../../lib/workloads/fio/fixtures';
import {
  computeChecksumSeconds,
  buildReadBackArguments,
  computeReadBackBytes,
  computeReadBackIos,
  computeReadBackSeconds,
  buildVerifyArguments,
} from '../../../../lib/workloads/fio/cell/verify';
import { fio } from '../../../../lib/workloads/fio/workload';
import { dataParams } from '../recorded-outputs';
import { scriptFiles } from '../../script-hosts';

const MIB = 1024 ** 2;
const PARAMS = dataParams({ rw: 'randwrite', bs: '16k', numjobs: 2, size: '9.5 MiB', verify: 'crc32c' });

describe('fio cell with verify', () => {
  it('adds checksum options without verification during the measurement, and none without verify', () => {
    const given = buildFioArguments(PARAMS);
    expect(given).toEqual(
      expect.arrayContaining(['--verify=crc32c', '--do_verify=0', '--serialize_overlap=1', '--time_based=1']),
    );
    expect(buildVerifyArguments({ ...PARAMS, iodepth: 1 })).toEqual([
      '--verify_interval=4096',
      '--verify_state_save=0',
      '--do_verify=0',
    ]);
    const { verify: _, ...plain } = PARAMS;
    expect(buildVerifyArguments(plain)).toEqual([]);
    expect(buildReadBackArguments(plain, 'f')).toEqual([]);
    expect([
      computeReadBackBytes(plain),
      computeReadBackSeconds(plain).expected,
      computeChecksumSeconds(plain, 4096),
    ]).toEqual([0, 0, 0]);
  });

  it('reads back whole files after the measurement, and adds that time to duration and timeout', () => {
    expect(buildReadBackArguments(PARAMS, toFilePattern(PARAMS))).toEqual(
      expect.arrayContaining(['--filename_format=f.vcrc32c.$jobnum', '--rw=read', `--size=${10 * MIB}`, '--numjobs=2']),
    );
    expect(computeReadBackIos(PARAMS)).toEqual({ count: 20, bytes: MIB });
    const large = { ...PARAMS, size: 10e9 };
    expect(computeReadBackSeconds(large).expected).toBeCloseTo(3 + (2 * 10e9) / 200e6, 0);
    expect(computeReadBackSeconds(large).limit).toBeGreaterThan(2000);
    expect(fio.duration(large)).toMatchObject({ warmUp: 0.5, measured: 1.5, until: 'time' });
    expect(fio.duration(large).total).toBeCloseTo(2 + computeReadBackSeconds(large).expected, 6);
    const [step] = fio.script(large, scriptFiles('fio'));
    const { verify: _, ...plain } = large;
    const [other] = fio.script(plain, scriptFiles('fio'));
    expect((step?.expectedSeconds ?? 0) - (other?.expectedSeconds ?? 0)).toBeCloseTo(103, 0);
    expect((step?.timeoutSeconds ?? 0) - (other?.timeoutSeconds ?? 0)).toBe(computeReadBackSeconds(large).limit);
  });

  it('uses separate files for each checksum method', () => {
    const cells = [PARAMS, { ...PARAMS, verify: 'md5' as const }, dataParams({ size: '1 MiB', numjobs: 1 })];
    const place = { copy: 'c1', copies: 1, fleet: [], mounts: [], stored: null, cells, files: scriptFiles('fio') };
    const [, data] = listFixtures(PARAMS, place);
    expect(/FIO_FILES='?([^'\n]+)/.exec(data?.up ?? '')?.[1]?.split(' ')).toEqual([
      `0:${MIB}`,
      `vcrc32c.0:${10 * MIB}`,
      `vcrc32c.1:${10 * MIB}`,
      `vmd5.0:${10 * MIB}`,
      `vmd5.1:${10 * MIB}`,
    ]);
  });
});
