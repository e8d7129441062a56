import type { PublishedMessage } from '../../../lib/twin/cloud/sns';
import { makeWorld, T0 } from './world';

function setUp() {
  const messages: PublishedMessage[] = [];
  const world = makeWorld({ topics: ['notify'], onMessage: (message) => messages.push(message) });
  const TopicArn = world.topicArn('notify');
  return { messages, publish: (input: object) => world.call('sns', 'Publish', { TopicArn, Message: 'm', ...input }) };
}

describe('Publish', () => {
  it('hands the message on', async () => {
    const { messages, publish } = setUp();
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
  ])('refuses %#', async (input, name) => {
    const { messages, publish } = setUp();
    await expect(publish(input)).rejects.toMatchObject({ name });
    expect(messages).toEqual([]);
  });
});
