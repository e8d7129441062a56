/** Messages of SNS and events of EventBridge: passed to callbacks. No rule of the project matches these events. */
import { PutEventsCommand, type PutEventsRequestEntry, type PutEventsResultEntry } from '@aws-sdk/client-eventbridge';
import { PublishCommand } from '@aws-sdk/client-sns';
import type { Clock } from '../../asl/clock/clock';
import { type Ids, type Service, ServiceError } from './service';
import { action } from './sdk-shape';

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
  readonly ids: Ids;
  /** ARNs of the existing topics. */
  readonly topics: readonly string[];
  readonly onMessage?: ((message: PublishedMessage) => void) | undefined;
}

/** https://docs.aws.amazon.com/sns/latest/api/API_Publish.html */
const MESSAGE_BYTES = 262_144;
/** Up to 100 printable ASCII characters, without white space at the start. Same source. */
const SUBJECT = /^[!-~][ -~]{0,99}$/;

export function makeSns(options: SnsOptions): Service {
  return {
    Publish: action(PublishCommand, ({ TopicArn = '', Message, Subject }) => {
      if (!options.topics.includes(TopicArn)) throw new ServiceError('NotFoundException', 'Topic does not exist', 404);
      if (Subject !== undefined && !SUBJECT.test(Subject)) throw badInput('Subject');
      if (Message === '') throw badInput('Empty message');
      if (Buffer.byteLength(Message) > MESSAGE_BYTES) throw badInput('Message too long');
      const messageId = options.ids.uuid();
      const subject = Subject === undefined ? {} : { subject: Subject };
      options.onMessage?.({ messageId, topicArn: TopicArn, ...subject, message: Message, at: options.clock.now() });
      return { MessageId: messageId };
    }),
  };
}

function badInput(what: string): ServiceError {
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
  readonly ids: Ids;
  readonly onEvent?: ((event: PutEvent) => void) | undefined;
}

/** https://docs.aws.amazon.com/eventbridge/latest/APIReference/API_PutEvents.html */
const ENTRIES_MAX = 10;
/** For a whole request. https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-putevent-size.html */
const REQUEST_BYTES = 262_144;

export function makeEvents(options: EventsOptions): Service {
  return {
    PutEvents: action(PutEventsCommand, ({ Entries }) => {
      if (Entries.length === 0 || Entries.length > ENTRIES_MAX) throw badEvents(`1 to ${ENTRIES_MAX} entries`);
      if (Entries.reduce((sum, entry) => sum + countBytes(entry), 0) > REQUEST_BYTES)
        throw badEvents('Total size of the entries');
      const answers = Entries.map((entry) => putEntry(entry, options));
      return { FailedEntryCount: answers.filter((one) => 'ErrorCode' in one).length, Entries: answers };
    }),
  };
}

/** Entries are answered one by one: a call with only failed entries succeeds. */
function putEntry(entry: PutEventsRequestEntry, { clock, ids, onEvent }: EventsOptions): PutEventsResultEntry {
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
function countBytes({ Source = '', DetailType = '', Detail = '', Resources = [] }: PutEventsRequestEntry): number {
  return [Source, DetailType, Detail, ...Resources].reduce((sum, text) => sum + Buffer.byteLength(text), 0);
}

function badEvents(what: string): ServiceError {
  return new ServiceError('ValidationException', `Invalid request: ${what}`);
}
