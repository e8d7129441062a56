import { StateError, type TaskCall, type TaskRunner } from '../../../lib/twin/asl/task';
import type { ConformanceCase, RecordedObject, RecordedResult } from './conformance-case';

/** Answers tasks from a recording: one queue a state name; readers from its S3 objects. Keeps what it was asked. */
export class RecordedTasks implements TaskRunner {
  readonly calls: TaskCall[] = [];
  private readonly queues = new Map<string, RecordedResult[]>();
  private readonly objects: readonly RecordedObject[];

  constructor({ taskResults, objects }: Pick<ConformanceCase, 'taskResults' | 'objects'>) {
    this.objects = objects ?? [];
    for (const result of taskResults) this.queues.set(result.state, [...(this.queues.get(result.state) ?? []), result]);
  }

  run(call: TaskCall): Promise<unknown> {
    const recorded = this.queues.get(call.state)?.shift();
    if (recorded === undefined && call.resource.includes(':s3:')) return this.read(call);
    this.calls.push(call);
    if (recorded === undefined)
      return Promise.reject(new Error(`nothing is recorded for one more call of ${call.state}`));
    if (recorded.silent === true) return new Promise(() => {});
    if ('result' in recorded) return Promise.resolve(recorded.result);
    return Promise.reject(new StateError(recorded.error, recorded.cause));
  }

  private read({ resource, arguments: args }: TaskCall): Promise<unknown> {
    const { Bucket, Key } = args as { Bucket: string; Key?: string };
    if (resource.endsWith(':listObjectsV2')) {
      const found = this.objects.filter(({ bucket }) => bucket === Bucket);
      const contents = found.map(({ key, text, etag, lastModified }) => ({
        Key: key,
        Size: text.length,
        ETag: etag,
        LastModified: lastModified,
      }));
      return Promise.resolve({ Contents: contents, IsTruncated: false });
    }
    const object = this.objects.find(({ bucket, key }) => bucket === Bucket && key === Key);
    if (object !== undefined) return Promise.resolve({ Body: object.text });
    return Promise.reject(new StateError('S3.NoSuchKeyException', 'The specified key does not exist.'));
  }
}
