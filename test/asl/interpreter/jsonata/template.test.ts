import { Expression } from '../../../../lib/asl/interpreter/jsonata/expression';
import { compileTemplate, findExpressionSource } from '../../../../lib/asl/interpreter/jsonata/template';

describe('findExpressionSource', () => {
  it.each([
    ['{% 1 %}', '1'],
    ['{%1%}', '1'],
    ['{%  $a\n %}', '$a'],
    [' {% 1 %} ', undefined],
    ['{% 1 %', undefined],
    ['x{% 1 %}', undefined],
    ['{%}', undefined],
    ['$states.input', undefined],
  ])('finds in %j the expression %s', (text, source) => {
    expect(findExpressionSource(text)).toBe(source);
  });
});

describe('compileTemplate', () => {
  const compile = (value: unknown) => compileTemplate(value, 'Output', (source) => new Expression(source));

  it('lists expressions with their locations and builds the value from their results', () => {
    const template = compile({ a: ['{% 1 %}', { b: '{% 2 %}' }], c: 'text', d: null });
    expect(template.leaves.map(({ location }) => location)).toEqual(['Output/a[0]', 'Output/a[1]/b']);
    expect(template.build(['one', 'two'])).toEqual({ a: ['one', { b: 'two' }], c: 'text', d: null });
  });

  it('returns the same value each time when it contains no expression', () => {
    const template = compile({ 'a.$': '$.x', list: [' {% x %} '] });
    expect(template.leaves).toEqual([]);
    expect(template.build([])).toBe(template.build([]));
  });

  it('builds the value from the given results each time when it contains expressions', () => {
    const template = compile({ a: '{% 1 %}' });
    expect(template.build([1])).toEqual({ a: 1 });
    expect(template.build([2])).toEqual({ a: 2 });
  });
});
