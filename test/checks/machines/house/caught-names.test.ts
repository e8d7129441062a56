import { CATCH, DATA_LIMIT, found, type Json } from '../machines';

describe('caught-name', () => {
  const states = (variable: string, mode: string): Json => ({
    Each: {
      Type: 'Map',
      Items: [1],
      ItemProcessor: {
        ProcessorConfig: { Mode: mode },
        StartAt: 'In',
        States: {
          In: { Type: 'Pass', Assign: { [variable]: 1 }, Next: 'Out' },
          Out: { Type: 'Succeed', Output: `{% $${variable} %}` },
        },
      },
      Catch: [DATA_LIMIT, { ErrorEquals: ['States.ALL'], Assign: { why: '{% $states.errorOutput %}' }, Next: 'Tell' }],
      End: true,
    },
    Tell: { Type: 'Succeed', Output: '{% $why %}' },
  });

  it('asks for another name than a Catch around has', () => {
    expect(found(states('why', 'INLINE'))).toEqual([
      'In caught-name: Assign: a Catch of an outer graph assigns why too; rename one',
    ]);
    expect(found(states('what', 'INLINE'))).toEqual([]);
  });

  it('lets executions of their own have what names they like', () => {
    expect(found(states('why', 'DISTRIBUTED'))).toEqual([]);
  });

  it('does not look at catchers of the same graph', () => {
    const branch = { StartAt: 'In', States: { In: { Type: 'Succeed' } } };
    const catcher = { ErrorEquals: ['States.ALL'], Assign: { why: 1 }, Next: 'Tell' };
    const both = {
      One: { Type: 'Parallel', Branches: [branch], Assign: { why: 0 }, Catch: [DATA_LIMIT, catcher], Next: 'Two' },
      Two: {
        Type: 'Parallel',
        Branches: [{ ...branch, States: { Deep: branch.States.In }, StartAt: 'Deep' }],
        Catch: CATCH,
        Next: 'Tell',
      },
      Tell: { Type: 'Succeed', Output: '{% $why %}' },
    };
    expect(found(both)).toEqual([]);
  });
});
