import { Expression } from '../../../../lib/asl/interpreter/jsonata/expression';
import { compileTemplate, findExpressionSource } from '../../../../lib/asl/interpreter/jsonata/template';

describe('expressionSource', () => {
  it.each([
    ['{% 1 %}', '1'],
    ['{%1%}', '1'],
    ['{%  $a\n %}', '$a'],
    [' {% 1 %} ', undefined],
    ['{% 1 %', undefined],
    ['x{% 1 %}', undefined],
    ['{%}', undefined],
    ['$states.input', undefined],
  ])('of %j', (text, source) => {
    expect(findExpressionSource(text)).toBe(source);
  });
});

describe('compileTemplate', () => {
  const compile = (value: unknown) => compileTemplate(value, 'Output', (source) => new Expression(source));

  it('finds expressions with their places and builds the value from their results', () => {
    const template = compile({ a: ['{% 1 %}', { b: '{% 2 %}' }], c: 'text', d: null });
    expect(template.leaves.map(({ location }) => location)).toEqual(['Output/a[0]', 'Output/a[1]/b']);
    expect(template.build(['one', 'two'])).toEqual({ a: ['one', { b: 'two' }], c: 'text', d: null });
  });

  it('gives the same value each time where nothing is to be evaluated', () => {
    const template = compile({ 'a.$': '$.x', list: [' {% x %} '] });
    expect(template.leaves).toEqual([]);
    expect(template.build([])).toBe(template.build([]));
  });

  it('builds anew each time where something is', () => {
    const template = compile({ a: '{% 1 %}' });
    expect(template.build([1])).toEqual({ a: 1 });
    expect(template.build([2])).toEqual({ a: 2 });
  });
});
