/** SNS: published messages are kept for whoever shows them. */
import { PublishCommand } from '@aws-sdk/client-sns';
import type { Clock } from '../../asl/clock/clock';
import type { Ids } from './ids';
import { type Service, ServiceError } from './service';
import { action } from './shape';

export interface PublishedMessage {
  readonly messageId: string;
  readonly topicArn: string;
  readonly subject?: string;
  readonly message: string;
  /** Epoch milliseconds. */
  readonly at: number;
}

export interface SnsOptions {
  readonly clock: Pick<Clock, 'now'>;
  readonly ids: Ids;
  /** ARNs of the topics that exist. */
  readonly topics: readonly string[];
  readonly onMessage?: ((message: PublishedMessage) => void) | undefined;
}

/** https://docs.aws.amazon.com/sns/latest/api/API_Publish.html */
const MESSAGE_BYTES = 262_144;
/** Up to 100 printable ASCII characters that begin with no white space. Same source. */
const SUBJECT = /^[!-~][ -~]{0,99}$/;

export function makeSns(options: SnsOptions): Service {
  return {
    Publish: action(PublishCommand, ({ TopicArn = '', Message, Subject }) => {
      if (!options.topics.includes(TopicArn)) throw new ServiceError('NotFoundException', 'Topic does not exist', 404);
      if (Subject !== undefined && !SUBJECT.test(Subject)) refuse('Subject');
      if (Message === '') refuse('Empty message');
      if (Buffer.byteLength(Message) > MESSAGE_BYTES) refuse('Message too long');
      const messageId = options.ids.uuid();
      const subject = Subject === undefined ? {} : { subject: Subject };
      options.onMessage?.({ messageId, topicArn: TopicArn, ...subject, message: Message, at: options.clock.now() });
      return { MessageId: messageId };
    }),
  };
}

function refuse(what: string): never {
  throw new ServiceError('InvalidParameterException', `Invalid parameter: ${what}`, 400);
}
