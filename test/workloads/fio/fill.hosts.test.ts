import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { FioHost } from './fio-host';
import { dataParams, parseParams } from './recorded-outputs';

const MIB = 1024 ** 2;
let host: FioHost;
beforeEach(() => {
  host = new FioHost().withFakeFio();
});
afterEach(() => host.remove());

describe('fill.sh', () => {
  it('writes each file once, with refill_buffers and end_fsync, and reports 0 unwritten bytes', () => {
    const params = dataParams({ numjobs: 2, size: '2 MiB' });
    const first = host.run('fill', params);
    expect([first.code, first.stderr]).toEqual([0, '']);
    expect(first.status).toMatchObject({ tool: 'fio', version: 'fio-3.99', rc: 0 });
    expect(first.status?.facts).toMatchObject({ unwrittenBytes: '0', direct: '1', ioengine: 'libaio' });
    expect(statSync(join(host.data, 'f.1')).size).toBe(2 * MIB);
    expect(host.run('fill', params).status?.facts['unwrittenBytes']).toBe('0');
    expect(host.calls().filter((line) => line.includes('refill_buffers'))).toEqual([
      expect.stringMatching(/--rw=write .*--refill_buffers=1 .*--end_fsync=1/),
    ]);
  });

  it('writes separate files for compressible data, and counts their space and unwritten bytes', () => {
    const half = dataParams({ numjobs: 2, size: '2 MiB', buffer_compress_percentage: 50 });
    expect(host.run('fill', half).status?.facts['unwrittenBytes']).toBe('0');
    expect(host.calls().at(-1)).toMatch(
      /--name=f\.c50\.1 .*\/f\.c50\.1 --size=2097152 --buffer_compress_percentage=50$/,
    );
    expect(readdirSync(host.data).filter((name) => name.startsWith('f.'))).toEqual(['f.c50.0', 'f.c50.1']);
    const before = host.calls().length;
    expect(host.run('fill', half).status?.facts['unwrittenBytes']).toBe('0');
    expect(host.calls()).toHaveLength(before + 1);
    expect(host.run('measure', half).status?.facts).toMatchObject({ unwrittenBytes: '0' });
    expect(host.run('measure', dataParams({ numjobs: 2, size: '2 MiB' })).status?.facts).toMatchObject({
      unwrittenBytes: String(4 * MIB),
    });
    const { stderr } = host.run('fill', dataParams({ numjobs: 1, size: '900 TiB', buffer_compress_percentage: 50 }));
    expect(stderr).toMatch(/^too little space in .*: the files of 1 host\(s\) need 943718400 MiB each, /);
    expect(host.run('empty', half).code).toBe(0);
    expect(readdirSync(host.data).filter((name) => name.startsWith('f.'))).toEqual([]);
  });

  it('rewrites only the file that was truncated', () => {
    host.run('fill', dataParams({ numjobs: 2, size: '2 MiB' }));
    truncateSync(join(host.data, 'f.1'), 4096);
    host.run('fill', dataParams({ numjobs: 2, size: '2 MiB' }));
    expect(
      host
        .calls()
        .at(-1)
        ?.match(/--name=f\.\d /g),
    ).toEqual(['--name=f.1 ']);
  });

  it('deletes its files in the step `empty`, keeps those of trials, and writes its files again later', () => {
    const params = dataParams({ numjobs: 2, size: '2 MiB' });
    host.run('fill', params);
    mkdirSync(join(host.data, 'filecreate/t0001.a1'), { recursive: true });
    expect(host.run('empty', params)).toMatchObject({ code: 0, stderr: '' });
    expect(readdirSync(host.data)).toEqual(['.removed', 'filecreate']);
    const fills = () => host.calls().filter((line) => line.includes('refill_buffers')).length;
    expect(host.run('fill', params).status?.facts['unwrittenBytes']).toBe('0');
    expect(fills()).toBe(2);
    expect(host.run('empty', params).code).toBe(0);
    expect(host.run('empty', params).code).toBe(0);
  });

  it('reports the unwritten bytes of a file that fio filled only in part', () => {
    host.set({ FAKE_FILLED_KIB: '512' });
    const { status } = host.run('fill', dataParams({ numjobs: 1, size: '2 MiB' }));
    expect(status?.facts['unwrittenBytes']).toBe(String(2 * MIB - 512 * 1024));
  });

  it('probes O_DIRECT and ioengine of the folder once, and stores the result', () => {
    host.set({ FAKE_NO_DIRECT: '1' });
    const { status } = host.run('fill', dataParams());
    expect(status?.facts).toMatchObject({ direct: '0', ioengine: 'libaio' });
    expect(status?.facts['directReason']).toMatch(/refuses O_DIRECT: Invalid argument/);
    expect(readFileSync(join(host.data, '.probe.any'), 'utf8')).toMatch(/^auto\tlibaio\t0\t/);
    const probes = () => host.calls().filter((line) => line.includes('--name=probe')).length;
    const asked = probes();
    host.run('fill', dataParams());
    expect(probes()).toBe(asked);
  });

  it('probes again when the mount has another key, and stores results by key', () => {
    const setMountKey = (key: string): void =>
      writeFileSync(
        join(host.root, 'slots.json'),
        `{"version":1,"boot":"0","slots":{\n"mount/c1":{"key":"${key}","state":"standing","since":1.0,"stays":true,` +
          `"survives":false,"needs":"","down":"${'0'.repeat(64)}","seconds":60,"lasting":""}\n}}\n`,
      );
    setMountKey('aaaaaaaaaaaa');
    expect(host.run('fill', dataParams()).status?.facts['direct']).toBe('1');
    setMountKey('bbbbbbbbbbbb');
    host.set({ FAKE_NO_DIRECT: '1' });
    expect(host.run('fill', dataParams()).status?.facts['direct']).toBe('0');
    setMountKey('aaaaaaaaaaaa');
    expect(host.run('fill', dataParams()).status?.facts['direct']).toBe('1');
  });

  it('fails without writing to the disk of the host when the storage is missing', () => {
    rmSync(join(host.root, 'volumes/c1/client-0'), { recursive: true });
    for (const step of ['fill', 'measure'] as const) {
      const { code, stderr } = host.run(step, dataParams());
      expect(code).toBe(1);
      expect(stderr).toMatch(/^cannot write below \S+\/volumes\/c1: is it mounted, and writable\?\n$/);
      expect(readdirSync(join(host.root, 'volumes/c1'))).toEqual([]);
    }
  });

  it.each([
    ['libaio', {}],
    ['io_uring', { ioengine: 'io_uring' }],
  ])('fills with psync when %s cannot be loaded', (engine, changes) => {
    const { code, status } = host.set({ FAKE_NO_ENGINE: engine }).run('fill', dataParams(changes));
    expect([code, status?.facts]).toMatchObject([0, { ioengine: 'psync', direct: '1', unwrittenBytes: '0' }]);
  });

  it('fails before writing with needed and free space when the files do not fit', () => {
    writeFileSync(join(host.root, 'hosts.txt'), 'client-0 client 0 ip id\nclient-1 client 1 ip id\nx-0 x 0 ip id\n');
    const { code, stderr, status } = host.run('fill', dataParams({ numjobs: 1, size: '900 TiB' }));
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^too little space in .*: the files of 2 host\(s\) need 943718400 MiB each, .* MiB are free\n$/,
    );
    expect(status?.facts['problem']).toBe(stderr.trim());
    expect(existsSync(join(host.data, 'f.0'))).toBe(false);
  });

  it('waits for space of recently deleted files, and reports the wait as spaceWaitSeconds', () => {
    host.run('fill', dataParams());
    // Free from an instant on.
    host.instead('df', 'echo Avail\n[[ $(date +%s) -gt $FAKE_FREE_AT ]] && echo 1099511627776 || echo 0');
    const fills = (from: number): ReturnType<FioHost['run']> =>
      host.set({ FAKE_FREE_AT: String(Math.floor(Date.now() / 1000) + from) }).run('fill', dataParams());
    expect(host.run('empty', dataParams()).code).toBe(0);
    const waited = fills(2);
    expect([waited.code, waited.stderr]).toEqual([0, '']);
    expect(Number(waited.status?.facts['spaceWaitSeconds'])).toBeGreaterThanOrEqual(4);
    writeFileSync(join(host.data, '.removed'), `${Math.floor(Date.now() / 1000) - 300}\n`);
    for (const name of readdirSync(host.data)) if (name.startsWith('f.')) rmSync(join(host.data, name));
    const failed = fills(60);
    expect([failed.code, failed.stderr]).toEqual([
      1,
      expect.stringMatching(/^too little space in .* 0 MiB are free\n$/),
    ]);
  });

  it('prints one line on stderr when fio fails', () => {
    host.set({ FAKE_RC: '1' });
    const { code, stderr } = host.run('fill', dataParams());
    expect(code).toBe(1);
    expect(stderr.trim().split('\n')).toEqual([expect.stringMatching(/fio could not fill .* \(exit code 1\)/)]);
  });

  it('creates 600 files of 4 KiB per job for filestat', () => {
    expect(host.run('fill', parseParams({ kind: 'fio', ioengine: 'filestat', nrfiles: 600, numjobs: 2 })).code).toBe(0);
    for (const name of ['m.0.0', 'm.0.599', 'm.1.599'])
      expect(statSync(join(host.data, 'filestat', name)).size).toBe(4096);
    expect(existsSync(join(host.data, 'filestat/m.1.600'))).toBe(false);
  });
});
