import { checkDataPath } from '../../lib/workloads/protected-paths';
import { directory } from '../../lib/targets/directory/target';
import cases from './protected-paths.cases.json';

it.each(cases.noPlaces)('refuses data in %s with NoPlaceForData and a reason', (path) => {
  expect(checkDataPath(path)).toMatch(/^\/\w* (holds|is the root)/);
  expect(directory.check({ kind: 'directory', path })).toEqual([
    expect.objectContaining({ severity: 'error', code: 'NoPlaceForData', path: ['path'] }),
  ]);
});

it.each(['/mnt/disk', '/dev/shm/fsxbench', '/dev/shm', '/srv', '/home/me', '/usr/local/data', '/etcetera', '/var/tmp'])(
  'accepts data in %s',
  (path) => {
    expect(checkDataPath(path)).toBeNull();
    expect(directory.check({ kind: 'directory', path })).toEqual([]);
  },
);

it('accepts a relative path, because its parent folder is unknown', () => {
  expect(directory.check({ kind: 'directory', path: 'etc' })).toEqual([]);
});
