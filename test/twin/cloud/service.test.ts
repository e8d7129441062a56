import { constraintError } from '../../../lib/twin/cloud/service';

describe('constraintError', () => {
  it('names member, value and rule', () => {
    expect(constraintError('maxResults', 'Member must be from 1 to 50', 51)).toMatchObject({
      name: 'ValidationException',
      statusCode: 400,
      message:
        "1 validation error detected: Value '51' at 'maxResults' failed to satisfy constraint: " +
        'Member must be from 1 to 50',
    });
    expect(constraintError('comment', 'short').message).toContain("Value at 'comment'");
  });
});
