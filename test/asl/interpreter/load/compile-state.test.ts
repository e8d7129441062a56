import { listStateProblems, task } from './problems-of';
import cases from './compile-state.cases.json';

type Row = [title: string, fields: object, problem: string];

describe('loadMachine on fields of a state', () => {
  it.each(cases.states as Row[])('refuses %s', (_case, fields, problem) => {
    expect(listStateProblems(fields)).toEqual(expect.arrayContaining([expect.stringContaining(problem)]));
  });

  it.each(cases.tasks as Row[])('refuses in a Task %s', (_case, fields, problem) => {
    expect(listStateProblems({ ...task, ...fields })).toEqual(
      expect.arrayContaining([expect.stringContaining(problem)]),
    );
  });

  it.each(cases.retriers as Row[])('refuses a Retry with %s', (_case, retrier, problem) => {
    expect(listStateProblems({ ...task, Retry: [retrier] })).toEqual([expect.stringContaining(problem)]);
  });

  it.each(['Retry', 'Catch'])('refuses States.ALL before the last entry of %s', (field) => {
    const next = field === 'Catch' ? { Next: 'A' } : {};
    const [all, other] = ['States.ALL', 'Other'].map((name) => ({ ErrorEquals: [name], ...next }));
    expect(listStateProblems({ ...task, [field]: [all, other] })).toEqual([
      expect.stringContaining(`${field}[0]/ErrorEquals`),
    ]);
    expect(listStateProblems({ ...task, [field]: [other, all] })).toEqual([]);
  });

  it('accepts $states.errorOutput in Output and Assign of a catcher', () => {
    const Output = '{% $states.errorOutput.Error %}';
    const Catch = [{ ErrorEquals: ['A'], Next: 'A', Output, Assign: { e: Output } }];
    expect(listStateProblems({ ...task, Catch })).toEqual([]);
  });
});

describe('loadMachine on fields of a Map', () => {
  const listMapProblems = (Mode: string, fields: object): readonly string[] => {
    const States = { B: { Type: 'Pass', End: true } };
    const ItemProcessor = { ProcessorConfig: { Mode }, StartAt: 'B', States };
    return listStateProblems({ Type: 'Map', ItemProcessor, End: true, ...fields });
  };

  it.each(cases.maps as Row[])('refuses %s', (_case, fields, problem) => {
    expect(listMapProblems('DISTRIBUTED', fields)).toEqual([expect.stringContaining(problem)]);
  });

  it('refuses ItemReader in an inline Map', () => {
    const reader = { Resource: 'arn:aws:states:::s3:getObject', ReaderConfig: { InputType: 'JSON' } };
    expect(listMapProblems('INLINE', { ItemReader: reader })).toEqual([
      expect.stringContaining('field ItemReader: is only for a Map whose ProcessorConfig'),
    ]);
  });
});
