import { ensure, FsxbenchError } from '../../lib/shapes/errors';
import { readErrorMessage } from '../../lib/shapes/function-error';

describe('FsxbenchError', () => {
  it('is told apart by its name, and keeps facts and cause', () => {
    const cause = new Error('below');
    const error = new FsxbenchError('PlanMissing', 'no plan', { facts: { key: 'plan.json' }, cause });
    expect(error).toBeInstanceOf(Error);
    expect(error).toMatchObject({ name: 'PlanMissing', message: 'no plan', facts: { key: 'plan.json' }, cause });
    expect('cause' in new FsxbenchError('PlanMissing', 'no plan')).toBe(false);
  });
});

describe('expected', () => {
  it('gives what is there, an empty text and nought too', () => {
    expect([ensure('', 'a text'), ensure(0, 'a number'), ensure(false, 'a flag')]).toEqual(['', 0, false]);
  });

  it.each([undefined, null])('says what was expected where it is %s', (value) => {
    const found = (): unknown => ensure(value, 'a cell of t0001');
    expect(found).toThrow(FsxbenchError);
    expect(found).toThrow(/^expected a cell of t0001, found none$/);
  });
});

it.each([
  ['{"errorMessage":"no money","errorType":"BudgetExceeded"}', 'no money'],
  ['{"errorType":"Error","errorMessage":"not \\"so\\"","trace":["at x"]}', 'not "so"'],
  [
    'ValidationError: {"errorMessage":"no query","errorType":"ValidationError","stackTrace":["at',
    'ValidationError: no query',
  ],
  ['{"errorMessage":"cut off \\', 'cut off '],
  ['The fence is closed.', 'The fence is closed.'],
  ['{"why":"x"}', '{"why":"x"}'],
  ['17', '17'],
  [undefined, ''],
  [null, ''],
])('takes the message out of %j', (cause, text) => {
  expect(readErrorMessage(cause)).toBe(text);
});
