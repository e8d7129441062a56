import { type Lock, missingPlatforms, withPlatforms } from '../../../checks/lock/platforms';
import cases from './platforms.cases.json';

const LOCK = cases.lock as Lock;

describe('missingPlatforms', () => {
  it('names what is asked for exactly and is not there', () => {
    expect(missingPlatforms(LOCK).map(({ name }) => name)).toEqual([
      '@tool/linux-x64-musl',
      '@tool/linux-arm-gnueabihf',
      '@tool/darwin-arm64',
    ]);
  });

  it('finds what is installed below the package that wants it', () => {
    const packages = { ...LOCK.packages, 'node_modules/tool/node_modules/@tool/darwin-arm64': { version: '2.0.0' } };
    expect(missingPlatforms({ ...LOCK, packages }).map(({ name }) => name)).not.toContain('@tool/darwin-arm64');
  });
});

describe('withPlatforms', () => {
  const { packages } = withPlatforms(LOCK);

  it('adds them with the platform that their names say, so that npm skips them elsewhere', () => {
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

  it('changes nothing else, and keeps the order of paths', () => {
    for (const [path, entry] of Object.entries(LOCK.packages)) expect(packages[path]).toBe(entry);
    expect(Object.keys(packages)[0]).toBe('');
    expect(Object.keys(packages).at(-1)).toBe('node_modules/zod');
  });
});
