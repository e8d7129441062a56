import { SLOT_PATTERN, KEY_PATTERN } from '../../lib/shapes/fixture';
import { createPackageFixture } from '../../lib/workloads/tool';

const FILES = {
  'shell/clock.sh': '# clock',
  'shell/host.sh': '# host',
  'shell/status.sh': '# status',
  'shell/package.sh': '# package',
  'install.sh': 'echo install',
};

describe('createPackageFixture', () => {
  const fio = createPackageFixture('fio', ['client'], { seconds: 2, files: ['install.sh'] }, FILES);

  it('returns a fixture in a slot with the name of the tool, which stays installed', () => {
    expect(fio).toMatchObject({ slot: 'tool/fio', roles: ['client'], needs: [], expectedSeconds: 2, stays: true });
    expect(fio.slot).toMatch(SLOT_PATTERN);
    expect(fio.key).toMatch(KEY_PATTERN);
    expect(fio.up).toMatch(/# package\n.*echo install\n$/s);
    expect(fio.down).not.toContain('install.sh');
  });

  it('returns another key for another install script, and an equal key for another role', () => {
    const other = { ...FILES, 'install.sh': 'echo install 2' };
    expect(createPackageFixture('fio', ['client'], { seconds: 2, files: ['install.sh'] }, other).key).not.toBe(fio.key);
    expect(createPackageFixture('fio', ['broker'], { seconds: 9, files: ['install.sh'] }, FILES).key).toBe(fio.key);
  });
});
