import { check } from '../../../lib/workloads/fio/check';
import { dataParams, parsed } from './recorded';

const codes = (changes: Readonly<Record<string, unknown>>) =>
  check(dataParams(changes)).map(({ severity, code, path }) => `${severity} ${code} ${path.join('.')}`);

describe('check', () => {
  it('has nothing against plain settings', () => {
    expect(codes({})).toEqual([]);
    expect(check(parsed({ kind: 'fio', ioengine: 'filecreate', nrfiles: 10 }))).toEqual([]);
  });

  it.each([
    [{ rwmixread: 70 }, 'error MixNeeded rwmixread'],
    [{ bs: '8k', size: '4k' }, 'error SizeBelowBlock size'],
    [{ bs: '1000 B', size: '1m' }, 'error BlockNotAligned bs'],
    [{ bs: '100 B', size: '1m', ioengine: 'psync', iodepth: 1 }, 'error BlockNotAligned bs'],
    [{ ioengine: 'psync', iodepth: 8 }, 'error DepthNeedsAsyncEngine iodepth'],
    [{ runtime: '500ms' }, 'error RuntimeTooShort runtime'],
    [{ direct: false }, 'advice BufferedIo direct'],
    [{ ramp_time: 0 }, 'advice NoWarmUp ramp_time'],
  ])('says of %j: %s', (changes, expected) => expect(codes(changes)).toEqual([expected]));

  it('allows odd blocks where they are buffered', () => {
    expect(codes({ bs: '1000 B', size: '1m', direct: false })).toEqual(['advice BufferedIo direct']);
  });

  it('says what was found, what is allowed, and where the rule comes from', () => {
    const [problem] = check(dataParams({ ioengine: 'psync', iodepth: 8 }));
    expect(problem?.message).toMatch(/allowed: iodepth: 1 \(and numjobs: 8\), or ioengine libaio or io_uring/);
    expect(problem?.source).toMatch(/^https:/);
    expect(check(dataParams({ size: '1k', bs: '4k' }))[0]?.message).toMatch(/1 KiB has no room for .* 4 KiB/);
  });
});
