import type { PutEvent } from '../../../lib/twin/cloud/events';
import { makeWorld, T0 } from './world';

const ENTRY = {
  EventBusName: 'default',
  Source: 'fsxbench',
  DetailType: 'fsxbench finished',
  Detail: '{"clean":true}',
};

function setUp() {
  const events: PutEvent[] = [];
  const world = makeWorld({ onEvent: (event) => events.push(event) });
  return { events, put: (...entries: object[]) => world.call('events', 'PutEvents', { Entries: entries }) };
}

describe('PutEvents', () => {
  it('hands events on', async () => {
    const { events, put } = setUp();
    const answer = await put(ENTRY);
    const [{ EventId }] = answer['Entries'] as [{ EventId: string }];
    expect(answer['FailedEntryCount']).toBe(0);
    expect(events).toEqual([
      { id: EventId, source: 'fsxbench', detailType: 'fsxbench finished', detail: { clean: true }, at: T0 },
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
  ])('answers for each entry: %j', async (change, code) => {
    const { events, put } = setUp();
    const answer = await put({ ...ENTRY, ...change }, ENTRY);
    expect(answer).toMatchObject({
      FailedEntryCount: 1,
      Entries: [{ ErrorCode: code }, { EventId: expect.any(String) }],
    });
    expect(events).toHaveLength(1);
  });

  it('refuses a request as a whole that is empty, too many or too large', async () => {
    const { put } = setUp();
    const refused = { name: 'ValidationException' };
    await expect(put()).rejects.toMatchObject(refused);
    await expect(put(...Array.from({ length: 11 }, () => ENTRY))).rejects.toMatchObject(refused);
    await expect(put({ ...ENTRY, Detail: `{"a":"${'x'.repeat(262_144)}"}` })).rejects.toMatchObject(refused);
    await expect(put({ ...ENTRY, Time: 1 })).rejects.toMatchObject({ name: 'ArgumentError' });
  });
});
