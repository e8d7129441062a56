import { found } from '../machines';

const output = (text: string): string[] => found({ A: { Type: 'Pass', Output: { a: text }, End: true } });

describe('expressions', () => {
  it.each([' {% $states.input %}', 'x {% $states.input %}', '{% $states.input %} ', '{% $states.input'])(
    'finds what looks like one and is none: %j',
    (text) => expect(output(text)).toEqual([expect.stringContaining('A half-expression: Output/a: ')]),
  );

  it('finds what cannot be read', () => {
    expect(output('{% $states.input. %}')).toEqual([expect.stringContaining('A expression-syntax: Output/a: ')]);
    expect(output('{% %}')).toHaveLength(1);
  });

  it.each([
    ['{% status %}', 'status means nothing here; write $states.input.status or $status'],
    ['{% $.status %}', '$ means nothing here; write $states.input'],
    ['{% $states.input.list[$$.a = 1] %}', '$$ means nothing here'],
  ])('finds what looks for a field of nothing: %j', (text, message) => {
    expect(output(text)).toEqual([expect.stringContaining(`A expression-context: Output/a: ${message}`)]);
  });

  it('allows fields where there is an item', () => {
    expect(output("{% $states.input.list[status = 'FAILED' and $.id > 1].id %}")).toEqual([]);
  });
});
