import { StateError, type TaskCall } from '../../../../lib/asl/interpreter/tasks/task';
import { execute, listEventTypes } from '../execute';

function map(ReaderConfig: object | undefined, more: object = {}, action = 'getObject') {
  return {
    M: {
      Type: 'Map',
      ItemProcessor: {
        ProcessorConfig: { Mode: 'DISTRIBUTED' },
        StartAt: 'I',
        States: { I: { Type: 'Pass', End: true } },
      },
      ItemReader: {
        Resource: `arn:aws:states:::s3:${action}`,
        Arguments: { Bucket: '{% $states.input.b %}', Key: 'k' },
        ...(ReaderConfig === undefined ? {} : { ReaderConfig }),
      },
      End: true,
      ...more,
    },
  };
}

const answer = (Body: unknown) => ({ input: { b: 'bucket' }, task: () => ({ Body }) });

describe('ItemReader', () => {
  it('calls s3:getObject with the name of the Map state and its evaluated Arguments', async () => {
    const calls: TaskCall[] = [];
    const task = (call: TaskCall) => {
      calls.push(call);
      return { Body: '[1]' };
    };
    const execution = await execute(map({ InputType: 'JSON' }), { input: { b: 'bucket' }, task });
    expect(execution.output).toEqual([1]);
    expect(calls).toEqual([
      expect.objectContaining({
        state: 'M',
        resource: 'arn:aws:states:::s3:getObject',
        arguments: { Bucket: 'bucket', Key: 'k' },
        executionName: 'one',
      }),
    ]);
    const started = execution.history.events().find(({ type }) => type === 'MapStateStarted');
    expect(started?.['mapStateStartedEventDetails']).toEqual({ length: 0 });
  });

  it('decodes a body of bytes as UTF-8', async () => {
    const body = Buffer.from('[{"a":"ö"}]');
    expect((await execute(map({ InputType: 'JSON' }), answer(body))).output).toEqual([{ a: 'ö' }]);
  });

  it('reads CSV with given headers and the delimiter SEMICOLON', async () => {
    const config = { InputType: 'CSV', CSVHeaderLocation: 'GIVEN', CSVHeaders: ['x', 'y'], CSVDelimiter: 'SEMICOLON' };
    expect((await execute(map(config), answer('1;2\n3;4'))).output).toEqual([
      { x: '1', y: '2' },
      { x: '3', y: '4' },
    ]);
  });

  it.each([
    [2, [1, 2]],
    ['{% 1 + 1 %}', [1, 2]],
    [0, [1, 2, 3]],
    [100_000_001, [1, 2, 3]],
  ])('applies MaxItems %j and returns %j', async (MaxItems, items) => {
    expect((await execute(map({ InputType: 'JSON', MaxItems }), answer('[1,2,3]'))).output).toEqual(items);
  });

  it.each([
    ['JSON', '{"a":1}', 'Attempting to map over non-iterable node.'],
    ['JSON', '[1,', expect.stringContaining('The object is not JSON') as unknown],
    ['JSON', undefined, 'The answer of s3:getObject has no Body with a text.'],
    ['CSV', 'a,b,a\n1,2,3', 'CSV headers cannot contain duplicates.'],
  ])('fails the Map run for the %s body %j', async (InputType, body, cause) => {
    const header = InputType === 'CSV' ? { CSVHeaderLocation: 'FIRST_ROW' } : {};
    const execution = await execute(map({ InputType, ...header }), answer(body));
    expect(await execution.done).toEqual({ status: 'FAILED', error: 'States.ItemReaderFailed', cause });
    expect(listEventTypes(execution).slice(2)).toEqual([
      'MapStateStarted',
      'MapRunStarted',
      'MapRunFailed',
      'MapStateFailed',
      'ExecutionFailed',
    ]);
  });

  it('fails with States.ItemReaderFailed on an S3 error, which States.TaskFailed does not catch', async () => {
    const task = () => {
      throw new StateError('S3.NoSuchKeyException', 'no such key');
    };
    const states = (name: string) => ({
      ...map({ InputType: 'JSON' }, { Catch: [{ ErrorEquals: [name], Next: 'C' }], Next: 'C', End: undefined }),
      C: { Type: 'Pass', End: true },
    });
    const caught = await execute(states('States.ALL'), { input: { b: 'x' }, task });
    expect(caught.output).toEqual({ Error: 'States.ItemReaderFailed', Cause: 'no such key' });
    expect((await execute(states('States.TaskFailed'), { input: { b: 'x' }, task })).status).toBe('FAILED');
  });

  it('lists objects page by page up to MaxItems, with the field names of Map items', async () => {
    const task = ({ arguments: args }: TaskCall) => {
      const page = (args as { ContinuationToken?: string }).ContinuationToken ?? '0';
      const Contents = [
        { Key: `k${page}`, Size: 3, ETag: 'e', LastModified: 'then', StorageClass: 'STANDARD', Owner: 'x' },
      ];
      return { Contents, ...(page === '2' ? {} : { NextContinuationToken: String(Number(page) + 1) }) };
    };
    const execution = await execute(map(undefined, {}, 'listObjectsV2'), { input: { b: 'x' }, task });
    expect(execution.output).toEqual(
      ['k0', 'k1', 'k2'].map((Key) => ({ Etag: 'e', Key, LastModified: 'then', Size: 3, StorageClass: 'STANDARD' })),
    );
    const one = await execute(map({ MaxItems: 1 }, {}, 'listObjectsV2'), { input: { b: 'x' }, task });
    expect(one.output).toHaveLength(1);
  });
});
