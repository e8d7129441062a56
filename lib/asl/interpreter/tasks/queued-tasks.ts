/** A task runner for machines without a simulated cloud. It answers from a list and records the calls. */
import { StateError, type TaskCall, type TaskRunner } from './task';

/**
 * The answer to one attempt of a task: a result, an error (either part may be missing, as with SendTaskFailure without
 * arguments), or no answer.
 */
export interface QueuedAnswer {
  readonly state: string;
  readonly result?: unknown;
  readonly error?: string | undefined;
  readonly cause?: string | undefined;
  readonly silent?: true | undefined;
}

/** An object in S3 for the ItemReader of a distributed Map. */
export interface StoredObject {
  readonly bucket: string;
  readonly key: string;
  readonly text: string;
  readonly etag?: string | undefined;
  /** ISO 8601. */
  readonly lastModified?: string | undefined;
}

/** Error of a task attempt for which no answer is left. The state fails as with any error of a task. */
export const NOTHING_QUEUED = 'Fsxbench.NothingQueued';

/** Integrations that only readers of a Map use. */
const STORAGE = /^arn:[^:]+:states:[^:]*:[^:]*:s3:(getObject|listObjectsV2)$/;

/** Answers tasks from a queue per state name, and readers of Maps from S3 objects. Records the calls. */
export class QueuedTasks implements TaskRunner {
  /** Every attempt of the watched execution, in order, except calls of readers. */
  readonly calls: TaskCall[] = [];
  /** States with an unanswered attempt: no answer was left, or the queued answer was `silent`. */
  readonly unanswered = new Set<string>();
  readonly silent = new Set<string>();
  private readonly queues = new Map<string, QueuedAnswer[]>();

  /** @param watched name of the execution whose calls are kept; calls of the children of a distributed Map are not. */
  constructor(
    answers: readonly QueuedAnswer[],
    private readonly objects: readonly StoredObject[],
    private readonly watched: string,
  ) {
    for (const answer of answers) {
      const queue = this.queues.get(answer.state) ?? [];
      this.queues.set(answer.state, queue);
      queue.push(answer);
    }
  }

  run(call: TaskCall): Promise<unknown> {
    const answer = this.queues.get(call.state)?.shift();
    const [, storage] = STORAGE.exec(call.resource) ?? [];
    if (answer === undefined && storage !== undefined) return this.answerStorage(storage, call.arguments);
    if (call.executionName === this.watched && storage === undefined) this.calls.push(call);
    if (answer === undefined) return this.rejectUnanswered(call.state);
    if (answer.silent === true) {
      this.silent.add(call.state);
      return new Promise(() => {});
    }
    if ('result' in answer) return Promise.resolve(answer.result);
    return Promise.reject(new StateError(answer.error, answer.cause));
  }

  private rejectUnanswered(state: string): Promise<never> {
    this.unanswered.add(state);
    const cause = `No answer is left for an attempt of the task '${state}'; queue one more for this state.`;
    return Promise.reject(new StateError(NOTHING_QUEUED, cause));
  }

  private answerStorage(action: string, args: unknown): Promise<unknown> {
    const { Bucket, Key, Prefix } = args as Readonly<Record<'Bucket' | 'Key' | 'Prefix', unknown>>;
    const here = this.objects.filter(({ bucket }) => bucket === Bucket);
    if (action === 'listObjectsV2') {
      const prefix = typeof Prefix === 'string' ? Prefix : '';
      const found = here.filter(({ key }) => key.startsWith(prefix));
      return Promise.resolve({ Contents: found.map(toListing), IsTruncated: false });
    }
    const object = here.findLast(({ key }) => key === Key);
    if (object !== undefined) return Promise.resolve({ Body: object.text });
    return Promise.reject(new StateError('S3.NoSuchKeyException', 'The specified key does not exist.'));
  }
}

function toListing({ key, text, etag, lastModified }: StoredObject): unknown {
  return { Key: key, Size: Buffer.byteLength(text, 'utf8'), ETag: etag, LastModified: lastModified };
}
