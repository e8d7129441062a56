import { checkDataPath } from '../../lib/targets/protected-paths';
import { directory } from '../../lib/targets/directory/target';
import cases from './protected-paths.cases.json';

it.each(cases.noPlaces)('%s is no place for data, and the reason is said', (path) => {
  expect(checkDataPath(path)).toMatch(/^\/\w* (holds|is the root)/);
  expect(directory.check({ kind: 'directory', path })).toEqual([
    expect.objectContaining({ severity: 'error', code: 'NoPlaceForData', path: ['path'] }),
  ]);
});

it.each(['/mnt/disk', '/dev/shm/fsxbench', '/dev/shm', '/srv', '/home/me', '/usr/local/data', '/etcetera', '/var/tmp'])(
  '%s may be one',
  (path) => {
    expect(checkDataPath(path)).toBeNull();
    expect(directory.check({ kind: 'directory', path })).toEqual([]);
  },
);

it('says nothing of a relative path, whose beginning it does not know', () => {
  expect(directory.check({ kind: 'directory', path: 'etc' })).toEqual([]);
});
