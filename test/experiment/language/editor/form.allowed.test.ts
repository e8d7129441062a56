import { allowed } from '../../../../lib/experiment/language/editor/form';

it.each([
  [{ allowed: '1 to 3', enum: [1] }, '1 to 3'],
  [{ enum: ['a', 4] }, '`a`, `4`'],
  [{ const: false }, '`false`'],
  [{ type: 'integer', minimum: 1, maximum: 1000 }, 'a whole number, 1 to 1,000'],
  [{ type: 'number', minimum: 0 }, 'a number, 0 or more'],
  [{ type: 'number', exclusiveMinimum: 0 }, 'a number above 0'],
  [{ anyOf: [{ const: 'all' }, { type: 'boolean' }] }, '`all`, `true`, `false`'],
  [{ type: 'string', pattern: 'x', examples: ['4k'] }, 'a quantity, e.g. `4k`'],
  [{ type: 'string' }, 'a text'],
])('says of %j what may stand there', (form, words) => {
  expect(allowed(form)).toBe(words);
});
