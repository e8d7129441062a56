import { getArchitecture, IMAGE_NAMES, IMAGES, makeImageReference } from '../../lib/shapes/images';
import cases from './cases.json';

describe('the processors of an instance type', () => {
  it.each(cases.images.arm64)('are arm64 for %s', (type) => expect(getArchitecture(type)).toBe('arm64'));

  it.each(cases.images.x86)('are x86_64 for %s', (type) => expect(getArchitecture(type)).toBe('x86_64'));
});

describe('the record of an image', () => {
  it.each(IMAGE_NAMES)('of %s says where it comes from, for both architectures', (name) => {
    const { found, source } = IMAGES[name];
    expect(source).toContain('https://');
    if (found.by === 'deployment') return;
    expect(found.owner).toMatch(/^\d{12}$/);
    expect(found.names.x86_64).not.toBe(found.names.arm64);
  });

  it('leaves nothing out that commands need: what has no agent has dnf, for the package', () => {
    const without = Object.values(IMAGES).filter(({ agent }) => agent === 'rpm');
    expect(without.map(({ packages }) => packages)).toEqual(['dnf', 'dnf', 'dnf']);
  });

  it('has the system that tools are built for, as its hosts tell it', () => {
    expect(Object.values(IMAGES).map(({ system }) => system)).toEqual([
      'amzn-2023',
      'almalinux-9',
      'rhel-8',
      'rhel-9',
      'ubuntu-22.04',
      'ubuntu-24.04',
    ]);
  });

  it('has a reference that holds its place until its id is known', () => {
    expect(makeImageReference('rhel-9', 'arm64')).toBe('@image.rhel-9.arm64');
  });
});
