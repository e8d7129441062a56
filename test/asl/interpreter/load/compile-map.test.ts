import { problems } from './problems-of';
import cases from './compile-map.cases.json';

describe('Map fields', () => {
  const processor = (Mode: string) => ({
    ProcessorConfig: { Mode },
    StartAt: 'B',
    States: { B: { Type: 'Pass', End: true } },
  });
  const reader = { Resource: 'arn:aws:states:::s3:getObject', ReaderConfig: { InputType: 'JSON' } };

  it.each(cases.problems as [string, object, string][])('%s', (_case, fields, problem) => {
    const found = problems({ Type: 'Map', ItemProcessor: processor('DISTRIBUTED'), End: true, ...fields });
    expect(found).toEqual([expect.stringContaining(problem)]);
  });

  it('keeps readers to distributed Maps', () => {
    const found = problems({ Type: 'Map', ItemProcessor: processor('INLINE'), ItemReader: reader, End: true });
    expect(found).toEqual([expect.stringContaining('field ItemReader: is only for a Map whose ProcessorConfig')]);
  });
});
