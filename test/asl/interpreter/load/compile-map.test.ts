import { problems } from './problems-of';

describe('Map fields', () => {
  const processor = (Mode: string) => ({
    ProcessorConfig: { Mode },
    StartAt: 'B',
    States: { B: { Type: 'Pass', End: true } },
  });
  const reader = { Resource: 'arn:aws:states:::s3:getObject', ReaderConfig: { InputType: 'JSON' } };
  const writer = { Resource: 'arn:aws:states:::s3:putObject' };
  const csv = { InputType: 'CSV', CSVHeaderLocation: 'GIVEN' };

  it.each<[string, object, string]>([
    ['a bad label', { Label: 'a b' }, 'field Label: must have 1 to 40 characters'],
    [
      'Items and ItemReader',
      { Items: [], ItemReader: reader },
      'field ItemReader: a Map has either Items or ItemReader',
    ],
    ['Items that are no list', { Items: {} }, 'field Items: must be a list or an expression'],
    [
      'an unknown reader',
      { ItemReader: { ...reader, Resource: 'x' } },
      'ItemReader/Resource: must be "arn:aws:states:::s3:getObject"',
    ],
    [
      'an unknown format',
      { ItemReader: { ...reader, ReaderConfig: { InputType: 'XML' } } },
      'ReaderConfig/InputType: must be one of JSON',
    ],
    ['no format', { ItemReader: { ...reader, ReaderConfig: {} } }, 'ReaderConfig/InputType: is missing'],
    ['no headers', { ItemReader: { ...reader, ReaderConfig: csv } }, 'ReaderConfig/CSVHeaders: is missing'],
    ['an empty batcher', { ItemBatcher: {} }, 'ItemBatcher/MaxItemsPerBatch: a batcher needs'],
    ['an empty writer', { ResultWriter: {} }, 'ResultWriter/Resource: a result writer needs'],
    ['a writer without arguments', { ResultWriter: writer }, 'ResultWriter/Arguments/Bucket: is missing'],
    [
      'a writer without a bucket',
      { ResultWriter: { ...writer, Arguments: {} } },
      'ResultWriter/Arguments/Bucket: is missing; a writer to S3 needs the name of a bucket',
    ],
    [
      'a prefix that is no text',
      { ResultWriter: { ...writer, Arguments: { Bucket: 'b', Prefix: 1 } } },
      'ResultWriter/Arguments/Prefix: must be a text, found 1',
    ],
    [
      'arguments of a writer that are none',
      { ResultWriter: { ...writer, Arguments: 'b' } },
      'ResultWriter/Arguments: must be an object with Bucket and Prefix, found "b"',
    ],
    [
      'too much tolerance',
      { ToleratedFailurePercentage: 101 },
      'ToleratedFailurePercentage: must be a number from 0 to 100',
    ],
  ])('%s', (_case, fields, problem) => {
    const found = problems({ Type: 'Map', ItemProcessor: processor('DISTRIBUTED'), End: true, ...fields });
    expect(found).toEqual([expect.stringContaining(problem)]);
  });

  it('keeps readers, batchers and writers to distributed Maps', () => {
    const found = problems({ Type: 'Map', ItemProcessor: processor('INLINE'), ItemReader: reader, End: true });
    expect(found).toEqual([expect.stringContaining('field ItemReader: is only for a Map whose ProcessorConfig')]);
  });
});
