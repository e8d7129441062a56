import { check } from '../../../lib/workloads/fio/check';
import { dataParams, parsed } from './recorded';

const codes = (changes: Readonly<Record<string, unknown>>) =>
  check(dataParams(changes)).map(({ severity, code, path }) => `${severity} ${code} ${path.join('.')}`);

describe('check', () => {
  it('has nothing against plain settings', () => {
    expect(codes({})).toEqual([]);
    expect(check(parsed({ kind: 'fio', engine: 'filecreate', files: 10 }))).toEqual([]);
  });

  it.each([
    [{ readPercent: 70 }, 'error ReadPercentNeedsMix readPercent'],
    [{ blockSize: '8k', size: '4k' }, 'error SizeBelowBlock size'],
    [{ blockSize: '1000 B', size: '1m' }, 'error BlockNotAligned blockSize'],
    [{ blockSize: '100 B', size: '1m', engine: 'psync', depth: 1 }, 'error BlockNotAligned blockSize'],
    [{ engine: 'psync', depth: 8 }, 'error DepthNeedsAsyncEngine depth'],
    [{ measure: '500ms' }, 'error MeasureTooShort measure'],
    [{ direct: false }, 'advice BufferedIo direct'],
    [{ warmUp: 0 }, 'advice NoWarmUp warmUp'],
  ])('says of %j: %s', (changes, expected) => expect(codes(changes)).toEqual([expected]));

  it('allows odd blocks where they are buffered', () => {
    expect(codes({ blockSize: '1000 B', size: '1m', direct: false })).toEqual(['advice BufferedIo direct']);
  });

  it('says what was found, what is allowed, and where the rule comes from', () => {
    const [problem] = check(dataParams({ engine: 'psync', depth: 8 }));
    expect(problem?.message).toMatch(/allowed: depth 1 \(and jobs: 8\), or engine libaio or io_uring/);
    expect(problem?.source).toMatch(/^https:/);
    expect(check(dataParams({ size: '1k', blockSize: '4k' }))[0]?.message).toMatch(/1 KiB has no room for .* 4 KiB/);
  });
});
