import { promisify } from 'node:util';
import { NOTHING_QUEUED, QueuedTasks } from '../../../../lib/asl/interpreter/tasks/queued-tasks';
import type { TaskCall } from '../../../../lib/asl/interpreter/tasks/task';

function call(state: string, more: Partial<TaskCall> = {}): TaskCall {
  return {
    state,
    resource: 'arn:aws:states:::lambda:invoke',
    arguments: {},
    executionArn: 'arn:aws:states:us-east-1:111111111111:execution:machine:one',
    executionName: 'one',
    cancelled: new AbortController().signal,
    ...more,
  };
}

const storage = (action: string, args: unknown): TaskCall =>
  call('Map', { resource: `arn:aws:states:::s3:${action}`, arguments: args });

describe('QueuedTasks.run', () => {
  it('returns queued answers in order, from a separate queue per state', async () => {
    const answers = [
      { state: 'A', result: 1 },
      { state: 'B', result: null },
      { state: 'A', error: 'Busy', cause: 'why' },
      { state: 'A' },
    ];
    const tasks = new QueuedTasks(answers, [], 'one');
    expect(await tasks.run(call('A'))).toBe(1);
    await expect(tasks.run(call('A'))).rejects.toMatchObject({ error: 'Busy', reason: 'why' });
    await expect(tasks.run(call('A'))).rejects.toMatchObject({ error: undefined, reason: undefined });
    expect(await tasks.run(call('B'))).toBeNull();
    expect([...tasks.unanswered]).toEqual([]);
  });

  it('fails with NOTHING_QUEUED when a state has no queued answer', async () => {
    const tasks = new QueuedTasks([], [], 'one');
    await expect(tasks.run(call('A'))).rejects.toMatchObject({ error: NOTHING_QUEUED });
    expect([...tasks.unanswered]).toEqual(['A']);
  });

  it('keeps a call pending when its queued answer has `silent: true`', async () => {
    const tasks = new QueuedTasks([{ state: 'A', silent: true }], [], 'one');
    const answered = await Promise.race([tasks.run(call('A')), promisify(setTimeout)(5, 'nothing')]);
    expect(answered).toBe('nothing');
    expect([...tasks.silent]).toEqual(['A']);
  });

  it('records calls of its execution, but not of child executions and of S3 listings', async () => {
    const tasks = new QueuedTasks([{ state: 'A', result: 1 }], [], 'one');
    await tasks.run(call('A'));
    await tasks.run(call('A', { executionName: 'child' })).catch(() => undefined);
    await tasks.run(storage('listObjectsV2', { Bucket: 'b' }));
    expect(tasks.calls.map(({ state }) => state)).toEqual(['A']);
  });
});

describe('QueuedTasks with S3 objects', () => {
  const objects = [
    { bucket: 'b', key: 'x/1', text: 'ö', etag: 'e', lastModified: '2026-01-01T00:00:00Z' },
    { bucket: 'b', key: 'y', text: '' },
    { bucket: 'c', key: 'x/2', text: '' },
  ];

  it('returns an object by bucket and key, and S3.NoSuchKeyException when it is missing', async () => {
    const tasks = new QueuedTasks([], objects, 'one');
    expect(await tasks.run(storage('getObject', { Bucket: 'b', Key: 'x/1' }))).toEqual({ Body: 'ö' });
    await expect(tasks.run(storage('getObject', { Bucket: 'c', Key: 'x/1' }))).rejects.toMatchObject({
      error: 'S3.NoSuchKeyException',
    });
  });

  it('lists objects by bucket and prefix, with their size in bytes', async () => {
    const tasks = new QueuedTasks([], objects, 'one');
    expect(await tasks.run(storage('listObjectsV2', { Bucket: 'b', Prefix: 'x/' }))).toEqual({
      Contents: [{ Key: 'x/1', Size: 2, ETag: 'e', LastModified: '2026-01-01T00:00:00Z' }],
      IsTruncated: false,
    });
  });

  it('fails with NOTHING_QUEUED for a Task state that calls S3 through the SDK', async () => {
    const tasks = new QueuedTasks([], objects, 'one');
    const sdk = call('A', { resource: 'arn:aws:states:::aws-sdk:s3:getObject', arguments: { Bucket: 'b', Key: 'y' } });
    await expect(tasks.run(sdk)).rejects.toMatchObject({ error: NOTHING_QUEUED });
    expect(tasks.calls).toHaveLength(1);
  });
});
