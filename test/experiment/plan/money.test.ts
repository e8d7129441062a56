import { wallClock } from '../../../lib/experiment/plan/money';

describe('wallClock', () => {
  it.each([
    [[10, 20, 30], 1, 60],
    [[10, 20, 30], 2, 40],
    [[10, 20, 30], 3, 30],
    [[10, 20, 30], 9, 30],
    [[], 2, 0],
  ])('of %j with %p at once is %p', (lengths, places, expected) => {
    expect(wallClock(lengths, places)).toBe(expected);
  });
});
