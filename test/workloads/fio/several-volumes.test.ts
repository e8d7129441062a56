/** One host, several volumes of one copy: files lie on all of them, and the place of those who need one leads to one. */
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { HostWorld } from './host-world';
import { dataParams, parsed } from './recorded';

const MIB = 1024 ** 2;
let host: HostWorld;
beforeEach(() => {
  host = new HostWorld();
  const place = join(host.root, 'volumes/c1');
  rmSync(join(place, 'client-0'), { recursive: true });
  for (const volume of ['volume1', 'volume2', 'volume3'])
    mkdirSync(join(place, volume, 'client-0'), { recursive: true });
  symlinkSync('volume2/client-0', join(place, 'client-0'));
});
afterEach(() => host.remove());

const on = (volume: number, path = ''): string => join(host.root, `volumes/c1/volume${volume}/client-0/fio`, path);
/** Files of data and metadata on each volume. */
const files = (sub = ''): string[][] =>
  [1, 2, 3].map((volume) =>
    readdirSync(on(volume, sub))
      .filter((name) => /^[fm]\./.test(name))
      .toSorted(),
  );

it('jobs take volumes in turn, where they are filled and where they are measured', () => {
  const params = dataParams({ numjobs: 4, size: '1 MiB', rw: 'randwrite', iodepth: 1, ramp_time: '0s', runtime: '1s' });
  const filled = host.run('fill', params);
  expect([filled.code, filled.stderr]).toEqual([0, '']);
  expect(filled.status?.facts).toMatchObject({ unwrittenBytes: '0', volumes: '3' });
  expect(files()).toEqual([['f.0', 'f.3'], ['f.1'], ['f.2']]);
  const before = statSync(on(1, 'f.3')).mtimeMs;
  const measured = host.run('measure', params);
  expect([measured.code, measured.stderr]).toEqual([0, '']);
  expect(measured.status?.facts).toMatchObject({ fileBytes: String(4 * MIB), unwrittenBytes: '0', volumes: '3' });
  // No other files: these were written again.
  expect(files()).toEqual([['f.0', 'f.3'], ['f.1'], ['f.2']]);
  expect(statSync(on(1, 'f.3')).mtimeMs).toBeGreaterThan(before);
});

it('what was filled is removed from all of them', () => {
  const params = dataParams({ numjobs: 3, size: '1 MiB' });
  host.run('fill', params);
  expect(host.run('empty', params)).toMatchObject({ code: 0, stderr: '' });
  expect(files()).toEqual([[], [], []]);
  expect(existsSync(on(2, '.filled'))).toBe(false);
});

it.each(['filestat', 'filedelete', 'filecreate'] as const)('%s works on files of all of them', (ioengine) => {
  const params = parsed({ kind: 'fio', ioengine, nrfiles: 5, numjobs: 2 });
  if (ioengine === 'filestat') host.run('fill', params);
  if (ioengine === 'filedelete') host.run('layout', params);
  const sub = ioengine === 'filecreate' ? 'filecreate/t0001.a1' : ioengine;
  const five = (job: number): string[] => [0, 1, 2, 3, 4].map((file) => `m.${job}.${file}`);
  if (ioengine !== 'filecreate') expect(files(sub)).toEqual([five(0), five(1), []]);
  const { code, stderr } = host.run('measure', params);
  expect([code, stderr]).toEqual([0, '']);
  expect(files(sub)).toEqual(ioengine === 'filedelete' ? [[], [], []] : [five(0), five(1), []]);
});
