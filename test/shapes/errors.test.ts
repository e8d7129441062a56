import { ensure, FsxbenchError } from '../../lib/shapes/errors';
import { readErrorMessage } from '../../lib/shapes/function-error';

describe('FsxbenchError', () => {
  it('has the error code as its name, and keeps facts and cause', () => {
    const cause = new Error('below');
    const error = new FsxbenchError('PlanMissing', 'no plan', { facts: { key: 'plan.json' }, cause });
    expect(error).toBeInstanceOf(Error);
    expect(error).toMatchObject({ name: 'PlanMissing', message: 'no plan', facts: { key: 'plan.json' }, cause });
    expect('cause' in new FsxbenchError('PlanMissing', 'no plan')).toBe(false);
  });
});

describe('ensure', () => {
  it('returns an empty text, 0 and false unchanged', () => {
    expect([ensure('', 'a text'), ensure(0, 'a number'), ensure(false, 'a flag')]).toEqual(['', 0, false]);
  });

  it.each([undefined, null])('throws an FsxbenchError that names the missing value when it is %s', (value) => {
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
])('extracts the error message from the cause %j', (cause, text) => {
  expect(readErrorMessage(cause)).toBe(text);
});
