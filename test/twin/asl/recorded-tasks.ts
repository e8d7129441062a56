import { StateError, type TaskCall, type TaskRunner } from '../../../lib/twin/asl/task';
import type { ConformanceCase, RecordedObject, RecordedResult } from './conformance-case';

/** Answers tasks from a recording: one queue a state name; readers from its S3 objects. Keeps what it was asked. */
export class RecordedTasks implements TaskRunner {
  readonly calls: TaskCall[] = [];
  private readonly queues = new Map<string, RecordedResult[]>();
  private readonly objects: readonly RecordedObject[];

  /** @param execution name of the execution whose calls are kept. */
  constructor(
    { taskResults, objects }: Pick<ConformanceCase, 'taskResults' | 'objects'>,
    private readonly execution: string,
  ) {
    this.objects = objects ?? [];
    for (const result of taskResults) this.queues.set(result.state, [...(this.queues.get(result.state) ?? []), result]);
  }

  run(call: TaskCall): Promise<unknown> {
    const recorded = this.queues.get(call.state)?.shift();
    if (recorded === undefined && call.resource.includes(':s3:')) return this.storage(call);
    // What children of a distributed Map call is not in the recording of their parent.
    if (call.executionName === this.execution) this.calls.push(call);
    if (recorded === undefined)
      return Promise.reject(new Error(`nothing is recorded for one more call of ${call.state}`));
    if (recorded.silent === true) return new Promise(() => {});
    if ('result' in recorded) return Promise.resolve(recorded.result);
    return Promise.reject(new StateError(recorded.error, recorded.cause));
  }

  /** What the readers and writers of a distributed Map ask of S3. */
  private storage({ resource, arguments: args }: TaskCall): Promise<unknown> {
    const { Bucket, Key, Prefix } = args as { Bucket: string; Key?: string; Prefix?: string };
    if (resource.endsWith(':putObject')) return Promise.resolve({});
    if (resource.endsWith(':listObjectsV2')) {
      const found = this.objects.filter(({ bucket, key }) => bucket === Bucket && key.startsWith(Prefix ?? ''));
      return Promise.resolve({ Contents: found.map(describeObject), IsTruncated: false });
    }
    const object = this.objects.find(({ bucket, key }) => bucket === Bucket && key === Key);
    if (object !== undefined) return Promise.resolve({ Body: object.text });
    return Promise.reject(new StateError('S3.NoSuchKeyException', 'The specified key does not exist.'));
  }
}

function describeObject({ key, text, etag, lastModified }: RecordedObject): unknown {
  return { Key: key, Size: Buffer.byteLength(text), ETag: etag, LastModified: lastModified };
}
