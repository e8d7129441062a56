import { codeOf, parseCode, templatesOf } from '../../../checks/machines/template';

describe('templatesOf', () => {
  it('finds every expression of a state, where AWS would say that it stands, and when it is evaluated', () => {
    const found = templatesOf({
      Type: 'Map',
      Items: '{% $items %}',
      ItemSelector: { a: ['{% $b %}', 'literal'] },
      Output: '{% $states.result %}',
      Assign: { x: { y: '{%$z%}' } },
      Catch: [{ ErrorEquals: ['States.ALL'], Next: 'A', Output: '{% $states.errorOutput %}' }],
    });
    expect(found.map(({ location, moment, code }) => `${moment} ${location} ${code}`)).toEqual([
      'before Items $items',
      'item ItemSelector/a[0] $b',
      'after Assign/x/y $z',
      'after Output $states.result',
      'caught Catch[0]/Output $states.errorOutput',
    ]);
  });

  it('takes what a Choice assigns as part of the choice', () => {
    const found = templatesOf({
      Type: 'Choice',
      Choices: [{ Condition: '{% $a %}', Next: 'B', Assign: { c: '{% $d %}' } }],
      Assign: { e: '{% $f %}' },
    });
    expect(found.map(({ location }) => location)).toEqual(['Assign/e', 'Choices[0]/Condition', 'Choices[0]/Assign/c']);
    expect(new Set(found.map(({ moment }) => moment))).toEqual(new Set(['choice']));
  });

  it('takes keys and strings with blanks around for what they are: literals', () => {
    expect(templatesOf({ Type: 'Pass', Output: { '{% $a %}': ' {% $b %}' } })).toEqual([]);
    expect(codeOf('{% $a %}')).toBe('$a');
    expect(codeOf('{%}')).toBeNull();
  });
});

describe('parseCode', () => {
  it('gives a tree or says what is wrong', () => {
    expect(parseCode('$a +')).toEqual({ error: expect.stringContaining('Unexpected end') });
    expect(parseCode('$a')).toHaveProperty('ast.type', 'variable');
  });
});
