/** Writes what the children of a Map run gave to S3, as files with a manifest. */
import { Failure } from '../failure';
import type { Frame } from '../frame';
import type { ChildExecution } from '../child-execution';
import type { MapRun } from './map-run';
import type { MapState, ResultWriter } from '../machine';
import { edge } from './edge';

type Files = Readonly<
  Record<'SUCCEEDED' | 'FAILED' | 'PENDING', readonly { readonly Key: string; readonly Size: number }[]>
>;

/**
 * Results of a Map run with a ResultWriter. With a bucket: files of child results and a manifest in S3, and the state's
 * result is `{ MapRunArn, ResultWriterDetails: { Bucket, Key } }`; without: the transformed results themselves
 * (https://docs.aws.amazon.com/step-functions/latest/dg/input-output-resultwriter.html).
 * @throws Failure States.ResultWriterFailed.
 */
export async function writeResults(frame: Frame<MapState>, writer: ResultWriter, run: MapRun): Promise<unknown> {
  const succeeded = run.children.filter(({ status }) => status === 'SUCCEEDED');
  const { resource } = writer;
  if (resource === undefined) return transform(succeeded, writer);
  const { Bucket, Prefix } = await destination(frame, writer);
  const id = run.arn.slice(run.arn.lastIndexOf(':') + 1);
  const folder = Prefix !== '' ? `${Prefix.replace(/\/$/, '')}/${id}` : id;
  const put = async (name: string, body: string): Promise<{ Key: string; Size: number }> => {
    const Key = `${folder}/${name}`;
    await edge(frame, resource, { Bucket, Key, Body: body });
    return { Key, Size: Buffer.byteLength(body, 'utf8') };
  };
  const failed = run.children.filter(({ status }) => status !== 'SUCCEEDED');
  const suffix = writer.outputType === 'JSONL' ? 'jsonl' : 'json';
  try {
    const ResultFiles: Files = {
      SUCCEEDED:
        succeeded.length === 0 ? [] : [await put(`SUCCEEDED_0.${suffix}`, text(transform(succeeded, writer), writer))],
      // Failed children are always described in full.
      FAILED: failed.length === 0 ? [] : [await put(`FAILED_0.${suffix}`, text(failed.map(describe), writer))],
      PENDING: [],
    };
    const manifest = { DestinationBucket: Bucket, MapRunArn: run.arn, ResultFiles };
    const { Key } = await put('manifest.json', JSON.stringify(manifest));
    run.resultsWritten();
    return { MapRunArn: run.arn, ResultWriterDetails: { Bucket, Key } };
  } catch (thrown) {
    if (!(thrown instanceof Failure) || thrown.kind !== 'task') throw thrown;
    throw new Failure('States.ResultWriterFailed', thrown.reason ?? thrown.error);
  }
}

/** Where the files go. An expression may leave out or misname what a definition has to have. */
async function destination(
  frame: Frame<MapState>,
  { arguments: given }: ResultWriter,
): Promise<{ readonly Bucket: string; readonly Prefix: string }> {
  const place = given === undefined ? undefined : await frame.evaluate(given, frame.view());
  const { Bucket, Prefix = '' } = (place ?? {}) as { readonly Bucket?: unknown; readonly Prefix?: unknown };
  const wrong = [
    ...(typeof Bucket === 'string' && Bucket !== '' ? [] : [`Bucket must be a name, found ${JSON.stringify(Bucket)}`]),
    ...(typeof Prefix === 'string' ? [] : [`Prefix must be a text, found ${JSON.stringify(Prefix)}`]),
  ];
  if (wrong.length > 0) {
    throw new Failure('States.ResultWriterFailed', `The Arguments of the ResultWriter are wrong: ${wrong.join('; ')}.`);
  }
  return { Bucket: Bucket as string, Prefix: Prefix as string };
}

function transform(children: readonly ChildExecution[], writer: ResultWriter): unknown[] {
  if (writer.transformation === 'NONE') return children.map(describe);
  const outputs = children.map(({ output }) => output);
  return writer.transformation === 'FLATTEN' ? outputs.flat(1) : outputs;
}

/** A child as DescribeExecution shows it, Input and Output as texts. */
function describe(child: ChildExecution): Readonly<Record<string, unknown>> {
  const included = { Included: true };
  return {
    ExecutionArn: child.arn,
    Input: JSON.stringify(child.input),
    InputDetails: included,
    Name: child.name,
    ...(child.status === 'SUCCEEDED' ? { Output: JSON.stringify(child.output), OutputDetails: included } : {}),
    ...(child.error === undefined ? {} : { Error: child.error }),
    ...(child.cause === undefined ? {} : { Cause: child.cause }),
    RedriveCount: child.redriveCount,
    ...(child.redriveDate === undefined ? {} : { RedriveDate: new Date(child.redriveDate).toISOString() }),
    StartDate: new Date(child.startDate).toISOString(),
    StateMachineArn: child.machineArn,
    Status: child.status,
    ...(child.stopDate === undefined ? {} : { StopDate: new Date(child.stopDate).toISOString() }),
  };
}

function text(values: readonly unknown[], writer: ResultWriter): string {
  if (writer.outputType === 'JSON') return JSON.stringify(values);
  return values.map((value) => `${JSON.stringify(value)}\n`).join('');
}
