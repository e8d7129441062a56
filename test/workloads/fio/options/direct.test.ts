import { resolveDirect, parseSwitch } from '../../../../lib/workloads/fio/options/direct';

describe('resolveDirect', () => {
  // What fio 3.33 opened its file with, looked at from outside, is the second of each.
  it.each<[string, boolean, string]>([
    ['direct=1', true, 'direct=1'],
    ['direct=1 buffered=1', false, 'buffered=1'],
    ['buffered=1 direct=1', true, 'direct=1'],
    ['direct=1 buffered=1 direct=1', true, 'direct=1'],
    ['buffered=0', true, 'buffered=0'],
    ['direct=01', true, 'direct=1'],
    ['direct=1 direct=0', false, 'direct=0'],
    ['rw=read', false, 'no direct=1'],
  ])('resolves the options %s to direct: %s', (lines, direct, why) => {
    const pairs = lines.split(' ').map((line) => line.split('=') as [string, string]);
    expect(resolveDirect(pairs, 'libaio')).toEqual({ direct, why });
  });

  it('returns false for ioengine=mmap', () => {
    const why = 'ioengine=mmap ignores direct';
    expect(resolveDirect([['direct', '1']], 'mmap')).toEqual({ direct: false, why });
    expect(resolveDirect([['direct', '1']], null).direct).toBe(true);
  });

  it('parses only 1, 0 and numbers such as 001 as switch', () => {
    expect(['1', '0', '001', 'true', '', '2'].map(parseSwitch)).toEqual([true, false, true, null, null, null]);
  });
});
