import {
  listUnverified,
  type Lock,
  missingPlatforms,
  withIntegrity,
  withPlatforms,
} from '../../../checks/lock/platforms';

const version = '2.0.0';
const platforms = ['linux-x64', 'linux-x64-musl', 'linux-arm-gnueabihf', 'darwin-arm64'];
const optionalDependencies = {
  ...Object.fromEntries(platforms.map((name) => [`@tool/${name}`, version])),
  fsevents: '^2.3.0',
};
const LOCK = {
  name: 'small',
  packages: {
    '': { version: '1.0.0' },
    'node_modules/tool': { version, dev: true, optionalDependencies },
    'node_modules/@tool/linux-x64': { version, integrity: 'sha512-x', optional: true },
    'node_modules/zod': { version: '4.0.0' },
  },
} as Lock;

it('lists exactly pinned optional packages that the lock has nowhere (missingPlatforms)', () => {
  const names = platforms.slice(1).map((name) => `@tool/${name}`);
  expect(missingPlatforms(LOCK).map(({ name }) => name)).toEqual(names);
  const packages = { ...LOCK.packages, 'node_modules/tool/node_modules/@tool/darwin-arm64': { version } };
  expect(missingPlatforms({ ...LOCK, packages }).map(({ name }) => name)).toEqual(names.slice(0, 2));
});

it('adds packages with the os, cpu and libc of their names, and keeps the other entries (withPlatforms)', () => {
  const { packages } = withPlatforms(LOCK);
  const mac = { version, cpu: ['arm64'], dev: true, optional: true, os: ['darwin'] };
  expect(packages['node_modules/@tool/darwin-arm64']).toEqual(mac);
  expect(packages['node_modules/@tool/linux-x64-musl']).toMatchObject({ libc: ['musl'], cpu: ['x64'] });
  expect(packages['node_modules/@tool/linux-arm-gnueabihf']).toMatchObject({ libc: ['glibc'], cpu: ['arm'] });
  expect(missingPlatforms({ packages })).toEqual([]);
  for (const [path, entry] of Object.entries(LOCK.packages)) expect(packages[path]).toBe(entry);
  expect([Object.keys(packages)[0], Object.keys(packages).at(-1)]).toEqual(['', 'node_modules/zod']);
});

const integrity = `sha512-${'a'.repeat(86)}==`;

it.each([
  ['without a hash', { version: '1.0.0' }, true],
  ['with an empty hash', { integrity: '' }, true],
  ['with a truncated hash', { integrity: integrity.slice(0, -3) }, true],
  ['with a hash that is broken in practice', { integrity: `sha1-${'a'.repeat(27)}=` }, true],
  ['with a hash', { integrity }, false],
  ['bundled in another package', { inBundle: true }, false],
  ['that is a link', { link: true }, false],
])('lists a package %s as unverified: %s', (_, entry, isListed) => {
  const found = listUnverified({ packages: { '': {}, 'node_modules/a': entry } });
  expect(found).toEqual(isListed ? ['node_modules/a'] : []);
});

it('writes each hash after its version, and keeps other entries (withIntegrity)', () => {
  const { packages } = withIntegrity(LOCK, new Map([['node_modules/tool', 'sha512-y']]));
  expect(Object.keys(packages['node_modules/tool'] ?? {}).slice(0, 2)).toEqual(['version', 'integrity']);
  expect(packages['node_modules/tool']?.integrity).toBe('sha512-y');
  expect(packages['node_modules/zod']).toBe(LOCK.packages['node_modules/zod']);
  expect(Object.keys(packages)).toEqual(Object.keys(LOCK.packages));
});
