import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ERROR_CODES, MACHINE_ERRORS } from '../../lib/shapes/error-table';
import { expected, FsxbenchError } from '../../lib/shapes/errors';

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
    expect([expected('', 'a text'), expected(0, 'a number'), expected(false, 'a flag')]).toEqual(['', 0, false]);
  });

  it.each([undefined, null])('says what was expected where it is %s', (value) => {
    const found = (): unknown => expected(value, 'a cell of t0001');
    expect(found).toThrow(FsxbenchError);
    expect(found).toThrow(/^expected a cell of t0001, found none$/);
  });
});

describe('the table of errors', () => {
  it('has each code once', () => {
    expect(new Set(ERROR_CODES).size).toBe(ERROR_CODES.length);
  });

  it('holds the error of every Fail state of the machines, and no other', () => {
    const failed = readdirSync('state-machines').flatMap((file) => {
      const text = readFileSync(join('state-machines', file), 'utf8');
      // A rig that is stopped in time tells of it as a reason, not as an error.
      return [...text.matchAll(/"(?:Error": "|code": "(?=DeadlineReached))([A-Z]\w+)"/g)].map(
        (match) => match[1] ?? '',
      );
    });
    expect([...new Set(failed)].sort()).toEqual(Object.keys(MACHINE_ERRORS).sort());
  });
});
