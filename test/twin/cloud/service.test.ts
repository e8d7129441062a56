import { makeConstraintError, makeIdGenerator } from '../../../lib/twin/cloud/service';
import { makeSeededRandom } from './services';

describe('makeConstraintError', () => {
  it('names member, value and rule in the message', () => {
    expect(makeConstraintError('maxResults', 'Member must be from 1 to 50', 51)).toMatchObject({
      name: 'ValidationException',
      statusCode: 400,
      message:
        "1 validation error detected: Value '51' at 'maxResults' failed to satisfy constraint: " +
        'Member must be from 1 to 50',
    });
    expect(makeConstraintError('comment', 'short').message).toContain("Value at 'comment'");
  });
});

it('creates the same hexadecimal identifiers and UUIDs of version 4 for the same seed, each only once', () => {
  const make = (): string[] => {
    const ids = makeIdGenerator(makeSeededRandom(7));
    return [...Array.from({ length: 500 }, () => ids.hex(17)), ...Array.from({ length: 50 }, () => ids.uuid())];
  };
  const made = make();
  expect(make()).toEqual(made);
  expect(new Set(made).size).toBe(550);
  const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
  for (const [index, id] of made.entries()) expect(id).toMatch(index < 500 ? /^[0-9a-f]{17}$/ : UUID);
});
