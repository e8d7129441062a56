import {
  listUnverified,
  type Lock,
  missingPlatforms,
  withIntegrity,
  withPlatforms,
} from '../../../checks/lock/platforms';
import cases from './platforms.cases.json';

const LOCK = cases.lock as Lock;

describe('missingPlatforms', () => {
  it('lists exactly pinned optional packages that the lock lacks', () => {
    expect(missingPlatforms(LOCK).map(({ name }) => name)).toEqual([
      '@tool/linux-x64-musl',
      '@tool/linux-arm-gnueabihf',
      '@tool/darwin-arm64',
    ]);
  });

  it('omits a package that is installed below the package that requires it', () => {
    const packages = { ...LOCK.packages, 'node_modules/tool/node_modules/@tool/darwin-arm64': { version: '2.0.0' } };
    expect(missingPlatforms({ ...LOCK, packages }).map(({ name }) => name)).not.toContain('@tool/darwin-arm64');
  });
});

describe('withPlatforms', () => {
  const { packages } = withPlatforms(LOCK);

  it('adds packages with the os, cpu and libc of their names', () => {
    expect(packages['node_modules/@tool/darwin-arm64']).toEqual({
      version: '2.0.0',
      cpu: ['arm64'],
      dev: true,
      optional: true,
      os: ['darwin'],
    });
    expect(packages['node_modules/@tool/linux-x64-musl']).toMatchObject({ libc: ['musl'], cpu: ['x64'] });
    expect(packages['node_modules/@tool/linux-arm-gnueabihf']).toMatchObject({ libc: ['glibc'], cpu: ['arm'] });
    expect(missingPlatforms({ packages })).toEqual([]);
  });

  it('keeps other entries and the order of paths', () => {
    for (const [path, entry] of Object.entries(LOCK.packages)) expect(packages[path]).toBe(entry);
    expect(Object.keys(packages)[0]).toBe('');
    expect(Object.keys(packages).at(-1)).toBe('node_modules/zod');
  });
});

describe('listUnverified', () => {
  const integrity = `sha512-${'a'.repeat(86)}==`;

  it.each([
    ['without a hash', { version: '1.0.0' }, true],
    ['with an empty hash', { integrity: '' }, true],
    ['with a truncated hash', { integrity: integrity.slice(0, -3) }, true],
    ['with a hash that is broken in practice', { integrity: `sha1-${'a'.repeat(27)}=` }, true],
    ['with a hash', { integrity }, false],
    ['bundled in another package', { inBundle: true }, false],
    ['that is a link', { link: true }, false],
  ])('classifies a package %s as verified or unverified', (_, entry, isListed) => {
    expect(listUnverified({ packages: { '': {}, 'node_modules/a': entry } })).toEqual(
      isListed ? ['node_modules/a'] : [],
    );
  });
});

describe('withIntegrity', () => {
  it('writes each hash after its version, and keeps other entries', () => {
    const { packages } = withIntegrity(LOCK, new Map([['node_modules/tool', 'sha512-y']]));
    expect(Object.keys(packages['node_modules/tool'] ?? {}).slice(0, 2)).toEqual(['version', 'integrity']);
    expect(packages['node_modules/tool']?.integrity).toBe('sha512-y');
    expect(packages['node_modules/zod']).toBe(LOCK.packages['node_modules/zod']);
    expect(Object.keys(packages)).toEqual(Object.keys(LOCK.packages));
  });
});
