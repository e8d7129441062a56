import { lockFaults } from '../../../checks/tidy/lock';

const lock = (packages: object): { path: string; text: string } => ({
  path: 'package-lock.json',
  text: JSON.stringify({ packages }),
});
const TOOL = { optionalDependencies: { '@tool/win32-x64': '1.0.0' } };

describe('lockFaults', () => {
  it('says what to do where npm ci would refuse the lock', () => {
    expect(lockFaults(lock({ 'node_modules/tool': TOOL }))).toEqual([
      expect.objectContaining({
        path: 'package-lock.json',
        message: expect.stringContaining('checks/complete-lock.ts'),
      }),
    ]);
  });

  it('is content where all platforms are there, and with other files', () => {
    expect(lockFaults(lock({ 'node_modules/tool': TOOL, 'node_modules/@tool/win32-x64': {} }))).toEqual([]);
    expect(lockFaults({ path: 'a.json', text: '' })).toEqual([]);
  });
});
