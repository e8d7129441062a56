import type { MapRun } from '../../../../lib/asl/interpreter/execution';
import { StateError, type TaskCall } from '../../../../lib/asl/interpreter/tasks/task';
import { execute } from '../execute';

const map = (ResultWriter: object, more: object = {}) => ({
  M: {
    Type: 'Map',
    ResultWriter,
    ItemProcessor: {
      ProcessorConfig: { Mode: 'DISTRIBUTED' },
      StartAt: 'I',
      States: {
        I: { Type: 'Choice', Choices: [{ Condition: "{% $states.input = 'bad' %}", Next: 'F' }], Default: 'P' },
        F: { Type: 'Fail', Error: 'E', Cause: 'why' },
        P: { Type: 'Pass', End: true },
      },
    },
    End: true,
    ...more,
  },
});
const toBucket = { Resource: 'arn:aws:states:::s3:putObject', Arguments: { Bucket: 'bucket', Prefix: 'results/' } };

interface Put {
  readonly Bucket: string;
  readonly Key: string;
  readonly Body: string;
}

describe('ResultWriter', () => {
  it('writes what became of the children, and a manifest, and gives the manifest', async () => {
    const puts: Put[] = [];
    const runs: MapRun[] = [];
    const execution = await execute(map(toBucket, { ToleratedFailureCount: 1 }), {
      input: ['a', 'bad', 'b'],
      task: (call) => void puts.push(call.arguments as Put),
      onMapRun: (run) => runs.push(run),
    });
    const arn = runs[0]?.arn ?? '';
    const folder = `results/${arn.split(':').at(-1)}`;
    expect(execution.output).toEqual({
      MapRunArn: arn,
      ResultWriterDetails: { Bucket: 'bucket', Key: `${folder}/manifest.json` },
    });
    expect(puts.map(({ Key }) => Key)).toEqual(
      ['SUCCEEDED_0.json', 'FAILED_0.json', 'manifest.json'].map((name) => `${folder}/${name}`),
    );
    const [succeeded, failed, manifest] = puts.map(({ Body }) => JSON.parse(Body) as unknown);
    expect(succeeded).toEqual([
      expect.objectContaining({ Input: '"a"', Output: '"a"', Status: 'SUCCEEDED' }),
      expect.objectContaining({ Input: '"b"', Output: '"b"', Status: 'SUCCEEDED' }),
    ]);
    expect(failed).toEqual([expect.objectContaining({ Input: '"bad"', Error: 'E', Cause: 'why', Status: 'FAILED' })]);
    expect(manifest).toEqual({
      DestinationBucket: 'bucket',
      MapRunArn: arn,
      ResultFiles: {
        SUCCEEDED: [{ Key: `${folder}/SUCCEEDED_0.json`, Size: Buffer.byteLength(puts[0]?.Body ?? '') }],
        FAILED: [{ Key: `${folder}/FAILED_0.json`, Size: Buffer.byteLength(puts[1]?.Body ?? '') }],
        PENDING: [],
      },
    });
    expect(runs[0]?.executionCounts.resultsWritten).toBe(3);
  });

  it('writes plain outputs, as lines, where it is told so', async () => {
    const puts: Put[] = [];
    const WriterConfig = { Transformation: 'FLATTEN', OutputType: 'JSONL' };
    const task = (call: TaskCall) => void puts.push(call.arguments as Put);
    await execute(map({ ...toBucket, WriterConfig }), { input: [[1, 2], [3]], task });
    expect(puts[0]).toMatchObject({ Key: expect.stringMatching(/SUCCEEDED_0\.jsonl$/) as unknown, Body: '1\n2\n3\n' });
  });

  it('transforms the result of the state where it has no bucket', async () => {
    const WriterConfig = { Transformation: 'FLATTEN' };
    expect((await execute(map({ WriterConfig }), { input: [[1, 2], [3]] })).output).toEqual([1, 2, 3]);
  });

  it.each([
    ['{% {} %}', 'Bucket must be a name, found undefined'],
    ['{% null %}', 'Bucket must be a name, found undefined'],
    [{ Bucket: '{% 1 %}' }, 'Bucket must be a name, found 1'],
    ['{% {"Bucket": "", "Prefix": 2} %}', 'Bucket must be a name, found ""; Prefix must be a text, found 2'],
  ])('writes nothing where %j names no bucket', async (Arguments, cause) => {
    const puts: unknown[] = [];
    const task = (call: TaskCall) => void puts.push(call.arguments);
    const execution = await execute(map({ ...toBucket, Arguments }), { input: ['a'], task });
    expect(await execution.done).toEqual({
      status: 'FAILED',
      error: 'States.ResultWriterFailed',
      cause: `The Arguments of the ResultWriter are wrong: ${cause}.`,
    });
    expect(puts).toEqual([]);
  });

  it('fails the run where S3 refuses', async () => {
    const task = () => {
      throw new StateError('S3.NoSuchBucketException', 'no such bucket');
    };
    const execution = await execute(map(toBucket), { input: ['a'], task });
    expect(await execution.done).toEqual({
      status: 'FAILED',
      error: 'States.ResultWriterFailed',
      cause: 'no such bucket',
    });
  });
});
