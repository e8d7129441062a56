import type { PublishedMessage, PutEvent } from '../../../lib/twin/cloud/messages';
import { makeServices, T0, expectRefusal } from './services';

function setUpTopic() {
  const messages: PublishedMessage[] = [];
  const services = makeServices({ topics: ['notify'], onMessage: (message) => messages.push(message) });
  const TopicArn = services.topicArn('notify');
  const publish = (input: object) => services.call('sns', 'Publish', { TopicArn, Message: 'm', ...input });
  return { messages, publish };
}

describe('Publish', () => {
  it('delivers the message with its subject, topic and time', async () => {
    const { messages, publish } = setUpTopic();
    const { MessageId } = await publish({ Subject: 'fsxbench e1 ended', Message: 'disk: 812 MB/s' });
    const topicArn = 'arn:aws:sns:xx-local-1:000000000000:notify';
    expect(messages).toEqual([
      { messageId: MessageId, topicArn, subject: 'fsxbench e1 ended', message: 'disk: 812 MB/s', at: T0 },
    ]);
  });

  it.each([
    [{ Subject: 'x'.repeat(101) }, 'InvalidParameterException'],
    [{ Subject: 'two\nlines' }, 'InvalidParameterException'],
    [{ Subject: 'grüße' }, 'InvalidParameterException'],
    [{ Subject: '' }, 'InvalidParameterException'],
    [{ Message: '' }, 'InvalidParameterException'],
    [{ Message: 'x'.repeat(262_145) }, 'InvalidParameterException'],
    [{ TopicArn: 'arn:aws:sns:xx-local-1:000000000000:other' }, 'NotFoundException'],
    [{ TopicArn: undefined }, 'ArgumentError'],
    [{ PhoneNumber: '1' }, 'ArgumentError'],
  ])('refuses an invalid subject, message, topic or parameter (case %#)', async (input, name) => {
    const { messages, publish } = setUpTopic();
    await expectRefusal(publish(input), name);
    expect(messages).toEqual([]);
  });
});

const DETAIL_TYPE = 'Execution Finished';
const ENTRY = { EventBusName: 'default', Source: 'fsxbench', DetailType: DETAIL_TYPE, Detail: '{"clean":true}' };

function setUpEventBus() {
  const events: PutEvent[] = [];
  const services = makeServices({ onEvent: (event) => events.push(event) });
  return { events, put: (...entries: object[]) => services.call('events', 'PutEvents', { Entries: entries }) };
}

describe('PutEvents', () => {
  it('delivers the event with its parsed detail', async () => {
    const { events, put } = setUpEventBus();
    const answer = await put(ENTRY);
    const [{ EventId }] = answer['Entries'] as [{ EventId: string }];
    expect(answer['FailedEntryCount']).toBe(0);
    expect(events).toEqual([
      { id: EventId, source: 'fsxbench', detailType: 'Execution Finished', detail: { clean: true }, at: T0 },
    ]);
  });

  it.each([
    [{ Detail: 'no JSON' }, 'MalformedDetail'],
    [{ Detail: '[1]' }, 'MalformedDetail'],
    [{ Detail: undefined }, 'MalformedDetail'],
    [{ Source: undefined }, 'InvalidArgument'],
    [{ Source: 'aws.states' }, 'NotAuthorizedForSourceException'],
    [{ DetailType: '' }, 'InvalidArgument'],
    [{ EventBusName: 'mine' }, 'InvalidArgument'],
  ])('reports the entry with %j as failed: %s, and accepts the other entry', async (change, code) => {
    const { events, put } = setUpEventBus();
    const Entries = [{ ErrorCode: code }, { EventId: expect.any(String) }];
    expect(await put({ ...ENTRY, ...change }, ENTRY)).toMatchObject({ FailedEntryCount: 1, Entries });
    expect(events).toHaveLength(1);
  });

  it('refuses a request with too many entries, too many bytes or no entries', async () => {
    const { put } = setUpEventBus();
    await expectRefusal(put(), 'ValidationException');
    await expectRefusal(put(...Array.from({ length: 11 }, () => ENTRY)), 'ValidationException');
    await expectRefusal(put({ ...ENTRY, Detail: `{"a":"${'x'.repeat(262_144)}"}` }), 'ValidationException');
    await expectRefusal(put({ ...ENTRY, Time: 1 }), 'ArgumentError');
  });
});
