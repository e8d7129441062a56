import { parseEpochMillis, isTimestamp } from '../../../../lib/asl/interpreter/history/timestamp';

describe('parseEpochMillis and isTimestamp', () => {
  it.each([
    ['1970-01-01T00:00:00Z', 0],
    ['1970-01-01T00:00Z', 0],
    ['1970-01-01T00:00:00.5Z', 500],
    ['1970-01-01T00:00:00.123456Z', 123],
    ['1970-01-01T01:00:00+01:00', 0],
    ['1969-12-31T23:30:00-00:30', 0],
    ['1970-01-01t00:00:01z', 1_000],
    ['2024-02-29T00:00:00Z', Date.UTC(2024, 1, 29)],
  ])('parses %s to %d ms', (text, millis) => {
    expect(parseEpochMillis(text)).toBe(millis);
    expect(isTimestamp(text)).toBe(true);
  });

  it.each([
    '2016-12-05T25:29:29Z',
    '2016-12-05T21:60:29Z',
    '2023-02-29T00:00:00Z',
    '2016-13-01T00:00:00Z',
    '2016-12-05 21:29:29Z',
  ])('returns undefined from parseEpochMillis for %s', (text) => {
    expect(parseEpochMillis(text)).toBeUndefined();
  });

  it.each(['2016-12-05T21:29:29', '2016-12-05', '', 'now'])('returns false from isTimestamp for %j', (text) => {
    expect(isTimestamp(text)).toBe(false);
  });
});
