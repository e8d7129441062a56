import { findings, found, machine } from '../machines';

const pass = (more: object): string[] => found({ A: { Type: 'Pass', End: true, ...more } });

describe('jsonata-only', () => {
  it('asks the machine to say so', () => {
    const text = machine({ A: { Type: 'Succeed' } }, { QueryLanguage: undefined });
    expect(findings(text)).toEqual([expect.stringContaining(' jsonata-only: the machine has to say')]);
    expect(found({ A: { Type: 'Succeed' } }, { QueryLanguage: 'JSONPath' })).toHaveLength(1);
  });

  it.each([
    [{ QueryLanguage: 'JSONPath' }, 'QueryLanguage is JSONPath'],
    [{ Output: { 'a.$': '{% 1 %}' } }, 'Output/a.$: a key that ends in .$'],
    [{ Output: { a: '$.input.x' } }, '"$.input.x" is a plain literal'],
    [{ Output: ['$$.Execution.Id'] }, '"$$.Execution.Id" is a plain literal'],
    [{ Output: "States.Format('{}', $.a)" }, 'is a plain literal'],
  ])('finds %j', (more, message) => {
    expect(pass(more)).toEqual([expect.stringContaining(`A jsonata-only: `)]);
    expect(pass(more)[0]).toContain(message);
  });

  it('finds fields of the path language', () => {
    const all = pass({ ResultPath: '$.x', SecondsPath: '$.y' });
    expect(all).toContainEqual(expect.stringContaining('jsonata-only: ResultPath is of the path language'));
    expect(all).toContainEqual(expect.stringContaining('jsonata-only: SecondsPath is of the path language'));
    const choice = { Type: 'Choice', Choices: [{ Variable: '$.a', IsPresent: true, Next: 'B' }], Default: 'B' };
    expect(found({ A: choice, B: { Type: 'Succeed' } })).toContainEqual(expect.stringContaining('has Variable'));
  });

  it('leaves literals alone that only look a little like it', () => {
    expect(pass({ Output: { price: '$5', error: 'States.ALL', a: '$Latest' } })).toEqual([]);
  });
});
