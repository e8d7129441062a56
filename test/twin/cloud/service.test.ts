import { formatArn, makeConstraintError, makeIdGenerator } from '../../../lib/twin/cloud/service';
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

describe('makeIdGenerator', () => {
  it('returns the same identifiers for the same seed, and each only once', () => {
    const a = makeIdGenerator(makeSeededRandom(7));
    const b = makeIdGenerator(makeSeededRandom(7));
    const many = Array.from({ length: 500 }, () => a.hex(17));
    expect(many).toEqual(Array.from({ length: 500 }, () => b.hex(17)));
    expect(new Set(many).size).toBe(500);
    expect(many.every((id) => /^[0-9a-f]{17}$/.test(id))).toBe(true);
  });

  it('creates UUIDs of version 4', () => {
    const ids = makeIdGenerator(makeSeededRandom());
    for (let n = 0; n < 50; n++) {
      expect(ids.uuid()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    }
  });
});

describe('formatArn', () => {
  it('includes region and account', () => {
    expect(formatArn({ region: 'xx-local-1', account: '000000000000' }, 'states', 'stateMachine:rig')).toBe(
      'arn:aws:states:xx-local-1:000000000000:stateMachine:rig',
    );
  });
});
