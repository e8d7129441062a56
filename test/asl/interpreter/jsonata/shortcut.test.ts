import fc from 'fast-check';
import jsonata from 'jsonata';
import { compileShortcut, NOT_SIMPLE } from '../../../../lib/asl/interpreter/jsonata/shortcut';
import { makeView } from './views';

const input = { n: 7, half: 0.1, text: 'ab', empty: '', no: false, none: null, list: [1, 2], one: [5], of: { a: 1 } };
const variables = { n: 3, text: '3', yes: true, big: 1e300, list: [], exists: 0.2 };

/** Values by jsonata; `error` for any error. */
async function evaluateFully(source: string): Promise<unknown> {
  try {
    const value: unknown = await jsonata(source).evaluate(undefined, { states: makeView(input).states, ...variables });
    return Object.is(value, -0) ? 0 : value;
  } catch {
    return 'error';
  }
}

function evaluate(source: string): unknown {
  return compileShortcut(jsonata(source).ast())?.(makeView(input, variables)) ?? undefined;
}

const leaf = fc.constantFrom(
  ...Object.keys(input).map((name) => `$states.input.${name}`),
  ...Object.keys(variables).map((name) => `$${name}`),
  '$states.input.missing',
  '$missing',
  '$states.input.of.a',
  '$states.context.State.Name',
  '$states.input',
  '0',
  '1',
  '-2',
  '1.5',
  '""',
  '"ab"',
  '"3"',
  'true',
  'false',
  'null',
  '1/0',
);
const expression = fc.letrec<{ expression: string }>((tie) => ({
  expression: fc.oneof(
    { maxDepth: 3 },
    leaf,
    fc
      .tuple(
        tie('expression'),
        fc.constantFrom('and', 'or', '=', '!=', '<', '<=', '>', '>=', '+', '-', '*', '/', '&'),
        tie('expression'),
      )
      .map(([left, operator, right]) => `(${left}) ${operator} (${right})`),
    fc
      .tuple(tie('expression'), tie('expression'), tie('expression'))
      .map(([condition, yes, no]) => `(${condition}) ? (${yes}) : (${no})`),
    fc
      .tuple(fc.constantFrom('exists', 'count', 'string'), tie('expression'))
      .map(([name, argument]) => `$${name}(${argument})`),
  ),
})).expression;

describe('compileShortcut', () => {
  it('gives the value of JSONata, or none, for any expression of its nodes', async () => {
    await fc.assert(
      fc.asyncProperty(expression, async (source) => {
        const value = compileShortcut(jsonata(source).ast())?.(makeView(input, variables));
        if (value !== NOT_SIMPLE) expect(value).toEqual(await evaluateFully(source));
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    ['$n + 1', 4],
    ['$n < 5 and $states.input.n >= 7', true],
    ['$states.input.missing = 1', false],
    ['$states.input.missing ? 1 : 2', 2],
    ['$states.input.text & "-" & $string($n)', 'ab-3'],
    ['$count($states.input.list) > 0', true],
    ['$millis() / 1000', makeView({}).millis / 1000],
    ['($n)', 3],
  ])('evaluates %s without jsonata', (source, value) => {
    expect(evaluate(source)).toBe(value);
  });

  it.each([
    '$n < "5"',
    '$list + 1',
    '$missing + 1',
    '1/0',
    '$states = 1',
    '$list ? 1 : 2',
    '$big * $big',
    '$exists($states.input.list)',
  ])('leaves %s to jsonata', (source) => {
    expect(evaluate(source)).toBe(NOT_SIMPLE);
  });

  it.each([
    '$n + $floor(1)',
    '$states.input[0]',
    '$list = []',
    '[1]',
    '{"a": 1}',
    '$n in [1]',
    '$string()',
    'a',
    '($a := 1; $a)',
  ])('compiles no shortcut for %s', (source) => {
    expect(compileShortcut(jsonata(source).ast())).toBeUndefined();
  });
});
