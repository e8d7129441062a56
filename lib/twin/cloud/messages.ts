/** Messages of SNS and events of EventBridge: passed to callbacks. No rule of the project matches these events. */
import { PutEventsCommand, type PutEventsRequestEntry, type PutEventsResultEntry } from '@aws-sdk/client-eventbridge';
import { PublishCommand } from '@aws-sdk/client-sns';
import type { Clock } from '../../asl/clock/clock';
import { type IdGenerator, type Service, ServiceError } from './service';
import { makeAction } from './sdk-shape';

export interface PublishedMessage {
  readonly messageId: string;
  readonly topicArn: string;
  readonly subject?: string;
  readonly message: string;
  /** Epoch milliseconds. */
  readonly at: number;
}

interface SnsOptions {
  readonly clock: Pick<Clock, 'now'>;
  readonly ids: IdGenerator;
  /** ARNs of the existing topics. */
  readonly topics: readonly string[];
  readonly onMessage?: ((message: PublishedMessage) => void) | undefined;
}

/** https://docs.aws.amazon.com/sns/latest/api/API_Publish.html */
const MAX_MESSAGE_BYTES = 262_144;
/** Up to 100 printable ASCII characters, without white space at the start. Same source. */
const SUBJECT_PATTERN = /^[!-~][ -~]{0,99}$/;

export function makeSns(options: SnsOptions): Service {
  return {
    Publish: makeAction(PublishCommand, ({ TopicArn = '', Message, Subject }) => {
      if (!options.topics.includes(TopicArn)) throw new ServiceError('NotFoundException', 'Topic does not exist', 404);
      if (Subject !== undefined && !SUBJECT_PATTERN.test(Subject)) throw makeInvalidParameterError('Subject');
      if (Message === '') throw makeInvalidParameterError('Empty message');
      if (Buffer.byteLength(Message) > MAX_MESSAGE_BYTES) throw makeInvalidParameterError('Message too long');
      const messageId = options.ids.uuid();
      const subject = Subject === undefined ? {} : { subject: Subject };
      options.onMessage?.({ messageId, topicArn: TopicArn, ...subject, message: Message, at: options.clock.now() });
      return { MessageId: messageId };
    }),
  };
}

function makeInvalidParameterError(what: string): ServiceError {
  return new ServiceError('InvalidParameterException', `Invalid parameter: ${what}`);
}

// EventBridge.

export interface PutEvent {
  readonly id: string;
  readonly source: string;
  readonly detailType: string;
  readonly detail: unknown;
  /** Epoch milliseconds. */
  readonly at: number;
}

interface EventsOptions {
  readonly clock: Pick<Clock, 'now'>;
  readonly ids: IdGenerator;
  readonly onEvent?: ((event: PutEvent) => void) | undefined;
}

/** https://docs.aws.amazon.com/eventbridge/latest/APIReference/API_PutEvents.html */
const MAX_ENTRIES = 10;
/** For a whole request. https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-putevent-size.html */
const MAX_REQUEST_BYTES = 262_144;

export function makeEvents(options: EventsOptions): Service {
  return {
    PutEvents: makeAction(PutEventsCommand, ({ Entries }) => {
      if (Entries.length === 0 || Entries.length > MAX_ENTRIES)
        throw makeEventsValidationError(`1 to ${MAX_ENTRIES} entries`);
      if (Entries.reduce((sum, entry) => sum + countEntryBytes(entry), 0) > MAX_REQUEST_BYTES)
        throw makeEventsValidationError('Total size of the entries');
      const answers = Entries.map((entry) => putEventEntry(entry, options));
      return { FailedEntryCount: answers.filter((one) => 'ErrorCode' in one).length, Entries: answers };
    }),
  };
}

/** Entries are answered one by one: a call with only failed entries succeeds. */
function putEventEntry(entry: PutEventsRequestEntry, { clock, ids, onEvent }: EventsOptions): PutEventsResultEntry {
  const { EventBusName = 'default', Source = '', DetailType = '', Detail = '' } = entry;
  const problem = (ErrorCode: string, ErrorMessage: string) => ({ ErrorCode, ErrorMessage });
  if (EventBusName !== 'default') return problem('InvalidArgument', `EventBus not found: ${EventBusName}`);
  if (Source === '') return problem('InvalidArgument', 'Parameter Source is not valid. Reason: Source is required.');
  if (Source.startsWith('aws.')) return problem('NotAuthorizedForSourceException', 'Not authorized for the source.');
  if (DetailType === '') {
    return problem('InvalidArgument', 'Parameter DetailType is not valid. Reason: DetailType is required.');
  }
  const detail = parseObject(Detail);
  if (detail === null) return problem('MalformedDetail', 'Detail is malformed.');
  const id = ids.uuid();
  onEvent?.({ id, source: Source, detailType: DetailType, detail, at: clock.now() });
  return { EventId: id };
}

function parseObject(text: string): object | null {
  try {
    const value = JSON.parse(text) as unknown;
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}

/** Size as EventBridge counts it: the texts, without their names. */
function countEntryBytes({ Source = '', DetailType = '', Detail = '', Resources = [] }: PutEventsRequestEntry): number {
  return [Source, DetailType, Detail, ...Resources].reduce((sum, text) => sum + Buffer.byteLength(text), 0);
}

function makeEventsValidationError(what: string): ServiceError {
  return new ServiceError('ValidationException', `Invalid request: ${what}`);
}
