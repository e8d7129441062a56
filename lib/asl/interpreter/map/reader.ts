/** Reads the items of a distributed Map from S3: an object (JSON or CSV) or a listing. */
import { Failure } from '../failure';
import type { Frame } from '../frame';
import { toPayload } from '../history/payload';
import type { DistributedMap, ItemReader, MapState } from '../machine';
import { parseCsv } from './csv';
import { readNumber } from '../states/number-field';
import { awaitAnswer } from '../states/attempt';

/** Maximum of items. It caps MaxItems, where 0 means all. */
const ITEMS_MAX = 100_000_000;

/** Time-out of a call that reads items, seconds. It is long, but ends the wait for a lost answer. */
const TIMEOUT_SECONDS = 3_600;

/** Reads the items of a distributed Map from S3. @throws Failure States.ItemReaderFailed. */
export async function readItems(frame: Frame<MapState>, definition: DistributedMap): Promise<readonly unknown[]> {
  const reader = definition.reader as ItemReader;
  const view = frame.view();
  const args = reader.arguments === undefined ? {} : await frame.evaluate(reader.arguments, view);
  const field = 'ItemReader/ReaderConfig/MaxItems';
  const wanted = await readNumber(frame, reader.maxItems, field, { min: 0, integer: true }, view);
  const most = Math.min(wanted || ITEMS_MAX, ITEMS_MAX);
  try {
    const items =
      reader.format === undefined
        ? await listObjects(frame, reader.resource, args, most)
        : parseItems(reader, readBody(await callS3(frame, reader.resource, args)));
    return items.length > most ? items.slice(0, most) : items;
  } catch (thrown) {
    if (thrown instanceof Failure && thrown.kind === 'task') throw readerFailed(thrown.reason ?? thrown.error ?? '');
    throw thrown;
  }
}

function readBody(answer: unknown): string {
  const content = (answer as { readonly Body?: unknown } | null)?.Body;
  if (typeof content === 'string') return content;
  if (content instanceof Uint8Array) return Buffer.from(content).toString('utf8');
  throw readerFailed('The answer of s3:getObject has no Body with a text.');
}

function parseItems(reader: ItemReader, text: string): readonly unknown[] {
  if (reader.format === 'CSV') {
    const rows = parseCsv(text, reader.csv ?? { delimiter: ',' });
    if (rows === 'duplicates') throw readerFailed('CSV headers cannot contain duplicates.');
    return rows;
  }
  const value = parseJson(text);
  if (!Array.isArray(value)) throw readerFailed('Attempting to map over non-iterable node.');
  return value as unknown[];
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw readerFailed(`The object is not JSON: ${(error as Error).message}`);
  }
}

function readerFailed(cause: string): Failure {
  return new Failure('States.ItemReaderFailed', cause);
}

/** The used fields of a ListObjectsV2 answer. */
interface Page {
  readonly Contents?: readonly Readonly<Record<string, unknown>>[];
  readonly NextContinuationToken?: string;
}

/**
 * Items of all pages of a listing: `{ Etag, Key, LastModified, Size, StorageClass }` (`Etag`; S3 itself writes `ETag`).
 */
async function listObjects(
  frame: Frame<MapState>,
  resource: string,
  args: unknown,
  most: number,
): Promise<readonly unknown[]> {
  const items: unknown[] = [];
  let token: string | undefined;
  do {
    const more = token === undefined ? {} : { ContinuationToken: token };
    const page = toPayload(await callS3(frame, resource, { ...(args as object), ...more })) as Page;
    for (const object of page.Contents ?? []) items.push(toItem(object));
    token = page.NextContinuationToken;
  } while (token !== undefined && items.length < most);
  return items;
}

function toItem(object: Readonly<Record<string, unknown>>): unknown {
  return {
    Etag: object['ETag'] ?? null,
    Key: object['Key'],
    LastModified: object['LastModified'] ?? null,
    Size: object['Size'] ?? 0,
    StorageClass: object['StorageClass'] ?? 'STANDARD',
  };
}

/** Calls the runner for the Map, as tasks do. @throws Failure of kind `task`. */
function callS3(frame: Frame<MapState>, resource: string, args: unknown): Promise<unknown> {
  const { interpreter, state } = frame;
  const call = {
    state: state.name,
    resource,
    arguments: args,
    executionArn: interpreter.arn,
    executionName: interpreter.name,
  };
  return awaitAnswer(frame, call, TIMEOUT_SECONDS, () => undefined);
}
