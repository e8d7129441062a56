import { getArchitecture, IMAGE_NAMES, IMAGES, makeImageReference } from '../../lib/shapes/images';
import cases from './cases.json';

it.each([...cases.images.arm64.map((type) => [type, 'arm64']), ...cases.images.x86.map((type) => [type, 'x86_64'])])(
  'returns for %s the architecture %s',
  (type, architecture) => expect(getArchitecture(type)).toBe(architecture),
);

describe('IMAGES', () => {
  it.each(IMAGE_NAMES)('has a source URL, an owner and a name per architecture for %s', (name) => {
    const { found, source } = IMAGES[name];
    expect(source).toContain('https://');
    if (found.by === 'deployment') return;
    expect(found.owner).toMatch(/^\d{12}$/);
    expect(found.names.x86_64).not.toBe(found.names.arm64);
  });

  it('uses dnf for every image that gets the agent as an RPM package', () => {
    const without = Object.values(IMAGES).filter(({ agent }) => agent === 'rpm');
    expect(without.map(({ packages }) => packages)).toEqual(['dnf', 'dnf', 'dnf']);
  });

  it('names the operating system and version of each image, from amzn-2023 to ubuntu-24.04', () => {
    expect(Object.values(IMAGES).map(({ system }) => system)).toEqual([
      'amzn-2023',
      'amzn-2023',
      'amzn-2023',
      'almalinux-9',
      'rhel-8',
      'rhel-9',
      'ubuntu-22.04',
      'ubuntu-24.04',
    ]);
  });

  it('uses the reference @image.rhel-9.arm64 until the AMI id is resolved', () => {
    expect(makeImageReference('rhel-9', 'arm64')).toBe('@image.rhel-9.arm64');
  });
});
