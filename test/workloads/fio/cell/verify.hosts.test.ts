import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { toVerdict } from '../../../../lib/shapes/verdict';
import { buildFioArguments, toFilePattern } from '../../../../lib/workloads/fio/cell/command';
import { judgeReadBack } from '../../../../lib/workloads/fio/cell/judge';
import { parseHost } from '../../../../lib/workloads/fio/cell/read-host';
import { buildReadBackArguments } from '../../../../lib/workloads/fio/cell/verify';
import { CHECKSUM_METHODS, findWeakVerify } from '../../../../lib/workloads/fio/options/verify-methods';
import { fio } from '../../../../lib/workloads/fio/workload';
import { readHosts } from '../../../../lib/workloads/read-hosts';
import { isFioInstalled, FioHost } from '../fio-host';
import { dataParams, hostRaw, readRecorded } from '../recorded-outputs';

const PARAMS = dataParams({ rw: 'randwrite', bs: '16k', numjobs: 2, size: '9.5 MiB', verify: 'crc32c' });

let host: FioHost;
beforeEach(() => {
  host = new FioHost();
});
afterEach(() => host.remove());

(isFioInstalled() ? describe : describe.skip)('fio with verify', () => {
  const judgeRun = (ran: ReturnType<FioHost['run']>, params = PARAMS) => {
    const reading = readHosts(fio, [ran.raw], params);
    return { reading, reasons: [...reading.reasons, ...fio.judge(reading, [ran.raw], params)] };
  };

  it.each([
    [{ rw: 'randwrite', bs: '16k' }, ['write']],
    [{ rw: 'randrw', bs: undefined, bssplit: '4k/60:64k/40' }, ['read', 'write']],
  ])(
    'measures and verifies %j without invalid reasons, and reads back after the measurement',
    (changes, operations) => {
      const params = dataParams({ numjobs: 2, size: '8 MiB', runtime: '1s', verify: 'crc32c', ...changes });
      expect(host.run('fill', params)).toMatchObject({ code: 0, status: { facts: { unwrittenBytes: '0' } } });
      const ran = host.run('measure', params);
      expect([ran.code, ran.stderr]).toEqual([0, '']);
      const { reading, reasons } = judgeRun(ran, params);
      const found = reading.observations.filter(({ metric, host: of }) => metric === 'iops' && of === 'client-0');
      expect(found.map(({ operation }) => operation)).toEqual(operations);
      expect(reasons.filter(({ level }) => level === 'invalid')).toEqual([]);
      expect(reasons.map(({ code }) => code)).toContain('Verified');
      // What the status tells is the measurement, and it was over before anything was read back.
      expect(ran.status?.argv).toContain('--do_verify=0');
      expect(Number(ran.status?.facts['readBackSeconds'])).toBeGreaterThan(0);
      expect((ran.status?.ended ?? 0) - (ran.status?.started ?? 0)).toBeGreaterThan(1.4);
      expect(readdirSync(host.out('measure')).filter((name) => name.includes('verify'))).toEqual([]);
    },
  );

  /** A host with files that the measured call and the call that reads back use, and damage to their blocks. */
  function createCheckedFiles(verify: (typeof CHECKSUM_METHODS)[number] | 'sha512') {
    const params = dataParams({ rw: 'randwrite', bs: '16k', numjobs: 4, iodepth: 1, size: '1 MiB', verify: 'crc32c' });
    const own = { ...params, verify: verify as 'crc32c', runtime: 0.1, ramp_time: 0, direct: false };
    const folder = mkdtempSync(join(host.root, 'checked-'));
    const call = (args: readonly string[]) => {
      const where = [`--directory=${folder}`, '--ioengine=psync', '--direct=0'];
      const plain = args.filter((word) => !/^--(?:write_|log_|per_job)/.test(word));
      return spawnSync('fio', [...plain, ...where], { encoding: 'utf8', cwd: folder });
    };
    const readBack = buildReadBackArguments(own, toFilePattern(own));
    const fill = [...readBack.filter((word) => word !== '--rw=read'), '--rw=write', '--do_verify=0'];
    expect(call(fill).status).toBe(0);
    const measured = call(buildFioArguments(own));
    expect([measured.status, measured.stderr]).toEqual([0, '']);
    const files = readdirSync(folder).filter((name) => name.startsWith('f.'));
    expect(files).toHaveLength(4);
    const judge = () => {
      const { stdout, stderr } = call(readBack);
      const raw = hostRaw('client-0', measured.stdout);
      const texts = { 'raw/verify.json': stdout, 'raw/verify.stderr': stderr };
      const more = Object.entries(texts).map(([name, text]) => ({ name, source: name, text }));
      return judgeReadBack([parseHost({ ...raw, files: [...raw.files, ...more] })], own);
    };
    return {
      judge,
      /** Changes one bit of a block of 4 KiB of each file, in the byte at this position of the block. */
      damage: (positions: readonly number[]) => {
        for (const [index, name] of files.entries()) {
          const bytes = readFileSync(join(folder, name));
          const at = 4096 * (index + 1) + (positions[index] ?? 0);
          bytes[at] = (bytes[at] ?? 0) ^ 1;
          writeFileSync(join(folder, name), bytes);
        }
      },
    };
  }

  it.each(CHECKSUM_METHODS)('reports VerifyFailed for a damaged byte at any position in each block: %s', (verify) => {
    const { judge, damage } = createCheckedFiles(verify);
    expect(judge().map(({ code }) => code)).toEqual(['Verified']);
    // In the header, after any header, in the middle, and the last byte.
    damage([0, 200, 2048, 4095]);
    const reasons = judge();
    expect([toVerdict(reasons), reasons.map(({ code }) => code)]).toEqual(['INVALID', ['VerifyFailed']]);
    expect(reasons[0]?.text).toMatch(/: (\S+ from byte \d+, 4096 bytes; ){3}and 1 more$/);
  });

  it('does not report Verified for sha512 when this fio version compares only the end of a block', () => {
    const { judge, damage } = createCheckedFiles('sha512');
    damage([2048, 2048, 2048, 2048]);
    const version = spawnSync('fio', ['--version'], { encoding: 'utf8' }).stdout;
    const code = findWeakVerify('sha512', version) === null ? 'VerifyFailed' : 'NotVerified';
    expect(judge()).toMatchObject([{ code }]);
  });

  it('reports VerifyFailed with file and offset when a block was changed after it was written', () => {
    expect(host.run('fill', PARAMS).code).toBe(0);
    const data = join(host.data, 'f.vcrc32c.1');
    const damage = `printf damaged | dd of='${data}' bs=1 seek=1000000 conv=notrunc status=none`;
    const ran = host.wrapFio('--name=readback*', damage).run('measure', PARAMS);
    // A second attempt would write over it.
    expect(ran.code).toBe(0);
    expect(judgeRun(ran).reasons.filter(({ level }) => level === 'invalid')).toMatchObject([
      { code: 'VerifyFailed', text: expect.stringContaining(`${data} from byte 999424, 4096 bytes`) },
    ]);
  });

  it.each(['--name=readback', '--time_based'])(
    'limits the stored stderr of a failing fio to 32 KiB at its start and end: %s',
    (call) => {
      host.withFakeFio(readRecorded('host-a.json'));
      const bin = join(host.root, 'bin');
      renameSync(join(bin, 'fio'), join(bin, 'fake'));
      const kept = join(host.root, 'kept');
      const words = `yes 'verify: bad magic header' | head -c 1000000 >&2; echo 'fio: why' >&2`;
      const errors = `${words}; sleep 0.3; wc -c raw/*.stderr >'${kept}'`;
      host.instead('fio', `[[ $* != *${call}* ]] || { ${errors}; exit 1; }\nexec '${bin}/fake' "$@"`);
      const params = dataParams({ rw: 'write', numjobs: 1, size: '2 MiB', verify: 'crc32c' });
      expect(host.run('fill', params).code).toBe(0);
      expect(host.run('measure', params).code).toBe(1);
      expect(readFileSync(kept, 'utf8')).toMatch(/^ *32768 raw\/\w+.stderr$/m);
      // And its last words, in which fio says what it ended by.
      const names = readdirSync(join(host.out('measure'), 'raw')).filter((name) => name.endsWith('.stderr'));
      const texts = names.map((name) => readFileSync(join(host.out('measure'), 'raw', name), 'utf8'));
      expect(texts.find((text) => text.length > 32_768)).toMatch(/\n\[\.\.\.\]\n[^]{32759}fio: why\n$/);
      expect(readdirSync(host.out('measure'))).toEqual(['raw', 'status.json']);
    },
  );

  it('reports ToolFailed when fio cannot read the files back', () => {
    expect(host.run('fill', PARAMS).code).toBe(0);
    const lost = `echo 'fio: pid=0, err=5/file:io_u.c:1, error=Input/output error' >&2; exit 1`;
    const ran = host.wrapFio('--name=readback*', lost).run('measure', PARAMS);
    expect(ran.code).toBe(1);
    expect(ran.status?.facts['problem']).toMatch(/^fio could not read back what it had written \(exit code 1\): fio: /);
    expect(judgeRun(ran).reasons.map(({ code }) => code)).toContain('ToolFailed');
    expect(readFileSync(join(host.out('measure'), 'raw/fio.json'), 'utf8')).toContain('"jobs"');
  });
});
