import { listStateProblems } from './problems-of';
import cases from './compile-map.cases.json';

describe('loadMachine on fields of a Map', () => {
  const processor = (Mode: string) => ({
    ProcessorConfig: { Mode },
    StartAt: 'B',
    States: { B: { Type: 'Pass', End: true } },
  });
  const reader = { Resource: 'arn:aws:states:::s3:getObject', ReaderConfig: { InputType: 'JSON' } };

  it.each(cases.problems as [string, object, string][])('refuses %s', (_case, fields, problem) => {
    const found = listStateProblems({ Type: 'Map', ItemProcessor: processor('DISTRIBUTED'), End: true, ...fields });
    expect(found).toEqual([expect.stringContaining(problem)]);
  });

  it('refuses ItemReader in an inline Map', () => {
    const found = listStateProblems({ Type: 'Map', ItemProcessor: processor('INLINE'), ItemReader: reader, End: true });
    expect(found).toEqual([expect.stringContaining('field ItemReader: is only for a Map whose ProcessorConfig')]);
  });
});
