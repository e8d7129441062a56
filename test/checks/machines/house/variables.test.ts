import { ALL, CATCH, DATA_LIMIT, listFindings, type Json, makeTask } from '../machines';

const pass = (more: Json): Json => ({ Type: 'Pass', ...more });
const inner = (states: Json): Json => ({ StartAt: Object.keys(states)[0], States: states });

describe('rule for variables that are read', () => {
  it('reports a variable that is assigned only in the same state', () => {
    const states = {
      A: pass({ Assign: { x: 1, y: '{% $x %}' }, Next: 'B' }),
      B: { Type: 'Succeed', Output: '{% $x & $y %}' },
    };
    expect(listFindings(states)).toEqual([
      'A unknown-variable: Assign/y: $x is not assigned on any path that leads here',
    ]);
  });

  it('reports a variable that is assigned on no path to the state', () => {
    const choice = (rule: Json, more: Json = {}): Json => ({
      A: {
        Type: 'Choice',
        Choices: [{ Condition: '{% $states.input.a %}', Next: 'B', ...rule }],
        Default: 'C',
        ...more,
      },
      B: { Type: 'Succeed', Output: '{% $x %}' },
      C: { Type: 'Succeed' },
    });
    expect(listFindings(choice({ Assign: { x: 1 } }))).toEqual([]);
    // The top level of a Choice assigns for the default only.
    expect(listFindings(choice({}, { Assign: { x: 1 } }))).toContainEqual(
      expect.stringContaining('B unknown-variable'),
    );
  });

  it('reports a variable assigned on some paths only, unless $exists checks it', () => {
    const states = (output: string): Json => ({
      A: makeTask(
        'aws-sdk:s3:getObject',
        {},
        {
          Assign: { x: '{% $states.result %}' },
          Next: 'B',
          Catch: [
            { ...DATA_LIMIT, Next: 'B' },
            { ...ALL, Next: 'B' },
          ],
        },
      ),
      B: { Type: 'Succeed', Output: output },
    });
    expect(listFindings(states('{% $x %}'))).toEqual([
      expect.stringContaining('B unassigned-variable: Output: $x is not assigned'),
    ]);
    expect(listFindings(states('{% $exists($x) ? $x : 0 %}'))).toEqual([]);
  });

  it('accepts a variable that a loop assigns', () => {
    const states = {
      A: pass({ Assign: { n: 0 }, Next: 'B' }),
      B: {
        Type: 'Choice',
        Choices: [{ Condition: '{% $n < 3 %}', Assign: { n: '{% $n + 1 %}' }, Next: 'B' }],
        Default: 'C',
      },
      C: { Type: 'Succeed' },
    };
    expect(listFindings(states)).toEqual([]);
  });

  it('accepts outer variables in an inline Map, and reports them in a distributed Map', () => {
    const states = (mode: string): Json => ({
      A: pass({ Assign: { x: 1 }, Next: 'B' }),
      B: {
        Type: 'Map',
        Catch: CATCH,
        ItemProcessor: { ProcessorConfig: { Mode: mode }, ...inner({ In: { Type: 'Succeed', Output: '{% $x %}' } }) },
        ItemSelector: '{% $x %}',
        End: true,
      },
    });
    expect(listFindings(states('INLINE'))).toEqual([]);
    expect(listFindings(states('DISTRIBUTED'))).toEqual([expect.stringContaining('In unknown-variable')]);
  });

  it('reports a variable of a branch that is read after the branch', () => {
    const states = {
      A: {
        Type: 'Parallel',
        Catch: CATCH,
        Branches: [
          inner({ In: pass({ Assign: { x: 1 }, Next: 'End' }), End: { Type: 'Succeed', Output: '{% $x %}' } }),
        ],
        Next: 'B',
      },
      B: { Type: 'Succeed', Output: '{% $x %}' },
    };
    expect(listFindings(states)).toEqual([expect.stringContaining('B unknown-variable')]);
  });

  it('reports misspelt functions, and accepts names that an expression binds itself', () => {
    const output = (code: string): string[] => listFindings({ A: { Type: 'Succeed', Output: `{% ${code} %}` } });
    expect(output('$coutn($states.input)')).toEqual([
      'A unknown-variable: Output: $coutn is not assigned on any path that leads here',
    ]);
    expect(output('($a := 1; $map([1], function($v, $i) { $v + $i + $a }))')).toEqual([]);
    expect(output('$states.input.list@$one#$at.{"a": $one, "b": $at}')).toEqual([]);
  });
});

describe('rule for variables that are assigned', () => {
  it('reports a variable that is never read', () => {
    expect(listFindings({ A: pass({ Assign: { x: 1 }, Next: 'B' }), B: { Type: 'Succeed' } })).toEqual([
      'A unused-variable: Assign: x is never read; remove it',
    ]);
    expect(listFindings({ A: pass({ Assign: { x: 1 }, End: true }) })).toHaveLength(1);
  });
});

describe('caught-name rule', () => {
  const states = (variable: string, mode: string): Json => ({
    Each: {
      Type: 'Map',
      Items: [1],
      ItemProcessor: {
        ProcessorConfig: { Mode: mode, ...(mode === 'DISTRIBUTED' ? { ExecutionType: 'STANDARD' } : {}) },
        ...inner({
          In: pass({ Assign: { [variable]: 1 }, Next: 'Out' }),
          Out: { Type: 'Succeed', Output: `{% $${variable} %}` },
        }),
      },
      Catch: [DATA_LIMIT, { ...ALL, Assign: { why: '{% $states.errorOutput %}' }, Next: 'Tell' }],
      End: true,
    },
    Tell: { Type: 'Succeed', Output: '{% $why %}' },
  });

  it('reports an inner variable that an outer Catch assigns, except in a distributed Map', () => {
    expect(listFindings(states('why', 'INLINE'))).toEqual([
      'In caught-name: Assign: a Catch of an outer graph assigns why too; rename one',
    ]);
    expect(listFindings(states('what', 'INLINE'))).toEqual([]);
    expect(listFindings(states('why', 'DISTRIBUTED'))).toEqual([]);
  });
});
