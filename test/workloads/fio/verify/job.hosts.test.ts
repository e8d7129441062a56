import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readJobFile } from '../../../../lib/workloads/fio/job-file/read';
import { executedText } from '../../../../lib/workloads/fio/job-file/steps';
import type { JobFileParams } from '../../../../lib/workloads/fio/schema';
import { fio } from '../../../../lib/workloads/fio/workload';
import type { HostRaw } from '../../../../lib/workloads/contract';
import type { Run } from '../../../../lib/workloads/fio/output/runs';
import { judgeVerified } from '../../../../lib/workloads/fio/verify/job';
import { readHosts } from '../../../../lib/workloads/read-hosts';
import type { ModelledFlow } from '../../../../lib/workloads/modelled';
import { jobParams, withLines } from '../job-file/job-files';
import { fioIsThere, HostWorld } from '../host-world';
import { hostRaw } from '../recorded';

const MIB = 1024 ** 2;
const WRITES = ['rw=randwrite', 'verify=md5'];
const faults = (...lines: readonly string[]) => readJobFile(withLines(...lines)).faults.map(({ text }) => text);

describe('a job that verifies', () => {
  it('writes all of its size once, and nothing else', () => {
    expect(faults(...WRITES)).toEqual([]);
    expect(faults('rw=write', 'verify=crc32c', 'bs=64k', 'iodepth=4', 'ioengine=libaio', 'ramp_time=1')).toEqual([]);
    expect(executedText(jobParams(withLines(...WRITES)))).toContain('\nverify_state_save=0\n');
    expect(executedText(jobParams(withLines('rw=read')))).not.toContain('verify');
  });

  it.each([
    [
      'verify=pattern',
      'verify=pattern is not allowed; allowed: crc32c, xxhash, sha1, md5, sha512, crc64, crc32, sha256',
    ],
    ['rw=randrw', 'verify with rw=randrw: reads that verify would count among its own; take write or randwrite'],
    [
      'time_based',
      'time_based with verify: the time ends before fio reads back what it wrote last; leave time_based out here',
    ],
    ['direct=0', 'verify of buffered I/O (direct=0): what is read back is in the memory of the host; write direct=1'],
    ['numjobs=2', 'numjobs with verify: a clone that is done would read back while others are measured; take one'],
    ...['norandommap', 'loops=2', 'filename=x', 'bssplit=4k/100', 'io_size=1m'].map((line) => [
      line,
      `${line.replace(/=.*/, '')} with verify: blocks would be written twice, never, or by others; leave one of the ` +
        'two out',
    ]),
  ])('is refused with %s', (line = '', message = '') => expect(faults(...WRITES, line)).toEqual([`[a] ${message}`]));

  it('is alone in its turn, and on one host', () => {
    const two = (more: string) => `${withLines(...WRITES)}\n[b]\n${more}rw=read\nsize=8m\nruntime=2s\ndirect=1\n`;
    expect(readJobFile(two('')).faults.map(({ line, text }) => [line, text])).toEqual([
      [1, '[a] verifies, and would read back while others are measured; give it, and what follows it, stonewall'],
    ]);
    const params = jobParams(two('stonewall\n'));
    expect(fio.ofHosts?.(params, 1)).toEqual([]);
    expect(fio.ofHosts?.(params, 2)).toMatchObject([{ severity: 'error', code: 'VerifyHosts', path: ['jobFile'] }]);
    expect(fio.ofHosts?.(jobParams(withLines('rw=read')), 2)).toEqual([]);
  });
});

const TWO = jobParams(
  [
    '[global]',
    'ioengine=libaio',
    'direct=1',
    'runtime=20s',
    '[w]',
    'rw=randwrite',
    'bs=4k',
    'size=16m',
    'iodepth=4',
    'verify=md5',
    'rate_iops=2000',
    '[r]',
    'stonewall',
    'rw=randread',
    'bs=4k',
    'size=8m',
    'runtime=1s',
    'time_based',
  ].join('\n'),
);
const judged = (raw: HostRaw, params: JobFileParams) => {
  const reading = readHosts(fio, [raw], params);
  return { reading, reasons: [...reading.reasons, ...fio.judge(reading, [raw], params)] };
};

(fioIsThere() ? describe : describe.skip)('fio itself', () => {
  it('reads back what it wrote, apart from its figures', () => {
    const host = new HostWorld();
    try {
      expect(host.run('fill', TWO).code).toBe(0);
      const ran = host.run('measure', TWO);
      expect([ran.code, ran.stderr]).toEqual([0, '']);
      const { reading, reasons } = judged(ran.raw, TWO);
      const iops = reading.observations.filter(({ metric, host: of }) => metric === 'iops' && of === 'client-0');
      expect(iops.map(({ operation }) => operation)).toEqual(['w write', 'r read']);
      expect(iops[0]?.value).toBeLessThan(2200);
      expect(new Set(reading.series.map(({ operation }) => operation))).toEqual(new Set(['w write']));
      expect(reasons.filter(({ level }) => level === 'invalid')).toEqual([]);
      expect(reasons.map(({ code, text }) => `${code} ${text}`)).toContain(
        'Verified client-0, job w: what it had written was read back, and was that (verify: md5)',
      );
    } finally {
      host.remove();
    }
  });

  it('is invalid where the runtime was over before all was read back', () => {
    const host = new HostWorld();
    try {
      const short = jobParams(TWO.jobFile.replace('runtime=20s', 'runtime=1s'));
      expect(host.run('fill', short).code).toBe(0);
      const { reasons } = judged(host.run('measure', short).raw, short);
      const [only, ...more] = reasons.filter(({ level }) => level === 'invalid');
      expect(more).toEqual([]);
      expect(only?.code).toBe('NotVerified');
      expect(only?.text).toBe(
        'client-0, job w: 0 B of the 16 MiB that it was to write were read back: its runtime was over before, or it ' +
          'failed; give a longer runtime',
      );
    } finally {
      host.remove();
    }
  });

  it('has a result, and no second attempt, where other data were read back', () => {
    const host = new HostWorld();
    try {
      expect(host.run('fill', TWO).code).toBe(0);
      const bin = join(host.root, 'bin');
      mkdirSync(bin);
      const real = process.env['PATH'] ?? '';
      // Twenty times a second, while it is written and read back.
      const data = join(host.data, 'jobs');
      writeFileSync(
        join(bin, 'fio'),
        `#!/usr/bin/env bash
PATH='${real}'
[[ $* == *job.fio* ]] || exec fio "$@"
damage() { printf damaged | dd of="$1" bs=1 seek=8000000 conv=notrunc status=none; }
( while sleep 0.05; do for f in '${data}'/*/w.*; do damage "$f"; done; done ) &
fio "$@"; rc=$?
kill $!; exit $rc
`,
      );
      chmodSync(join(bin, 'fio'), 0o755);
      const ran = host.set({ PATH: `${bin}:${real}` }).run('measure', TWO);
      expect(ran.code).toBe(0);
      const codes = judged(ran.raw, TWO).reasons.flatMap(({ level, code }) => (level === 'invalid' ? [code] : []));
      expect(codes).toContain('VerifyFailed');
    } finally {
      host.remove();
    }
  });
});

it.each([
  ['all of its whole blocks', 160 * 64 * 1024, 'note Verified'],
  ['more than what it is to write', 170 * 64 * 1024, 'note Verified'],
  ['all but one', 159 * 64 * 1024, 'invalid NotVerified'],
])('is verified, of a size that is no whole number of blocks, where it read back %s', (_, bytes, said) => {
  const job = { bs: 64 * 1024, size: 10 * MIB + 1000, options: new Map([['verify', 'md5']]) };
  const run = { directions: [{ operation: 'read', bytes }] } as unknown as Run;
  expect(judgeVerified('client-0', run, job).map(({ level, code }) => `${level} ${code}`)).toEqual([said]);
});

describe('printed by modelled hosts', () => {
  const flow = (latencyUs: number): ModelledFlow => ({
    rate: 1000,
    latencyUs,
    spread: 0.4,
    intervals: { mean: 1000, stddev: 20, min: 900, max: 1100 },
  });
  const left = (params: JobFileParams, latencyUs = 1000) => {
    const performance = {
      seconds: 21,
      units: flow(latencyUs),
      operations: { write: flow(latencyUs) },
      cpu: { system: 0, user: 0 },
    };
    const host = { host: 'client-0', began: 1_767_225_600, lateSeconds: 0, memoryBytes: 2 ** 33, folder: '/d' };
    const printed = fio.modelled?.printer(params)(performance, { ...host, index: 0, hosts: 1, barrier: false });
    const text = printed?.files['raw/fio.json'] ?? '';
    return judged(hostRaw('client-0', text, { facts: printed?.facts ?? {}, version: 'fio-3.36' }), params);
  };
  const job = (size: number, bs = '4k') =>
    jobParams(withLines('runtime=20s', `size=${size}`, `bs=${bs}`, 'iodepth=4', 'ioengine=libaio', ...WRITES));
  const codes = (params: JobFileParams, latencyUs?: number) => left(params, latencyUs).reasons.map(({ code }) => code);

  it('has what it read back apart from its figures', () => {
    const whole = left(job(16 * MIB));
    expect(whole.reasons.map(({ code }) => code)).toEqual(['Verified']);
    const iops = whole.reading.observations.filter(({ metric, host }) => metric === 'iops' && host === 'client-0');
    expect(iops.map(({ operation, value }) => [operation, Math.round(value)])).toEqual([['a write', 4000]]);
  });

  it('has read back as much as its runtime lets it, from when all was written', () => {
    // 4,000 a second: written after 12.8 of 20 seconds, or 9.9.
    expect(codes(job(200 * MIB))).toEqual(['NotVerified']);
    expect(codes(job(155 * MIB))).toEqual(['Verified']);
  });

  it.each([506, 529, 1000])('loses no block by rounding, at %d us', (latencyUs) => {
    expect(codes(job(16 * MIB), latencyUs)).toEqual(['Verified']);
    expect(codes(job(10 * MIB + 1000, '64k'), latencyUs)).toEqual(['Verified']);
  });
});
