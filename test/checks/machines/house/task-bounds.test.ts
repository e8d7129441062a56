import { found, task } from '../machines';

const get = (more: object): string[] => found({ A: task('aws-sdk:s3:getObject', {}, { ...more }) });

describe('machines', () => {
  it('are bounded in time', () => {
    const states = { A: { Type: 'Succeed' } };
    expect(found(states, { TimeoutSeconds: undefined })).toEqual([expect.stringContaining(' machine-timeout: ')]);
    expect(found(states, { TimeoutSeconds: 0 })).toHaveLength(1);
  });
});

describe('tasks', () => {
  it('are bounded in time, by a number or an expression', () => {
    expect(get({ TimeoutSeconds: '{% $states.input.seconds %}' })).toEqual([]);
    expect(get({ TimeoutSeconds: undefined })).toEqual([expect.stringContaining('A task-timeout: ')]);
    expect(get({ TimeoutSeconds: 0 })).toEqual([expect.stringContaining('A task-timeout: ')]);
  });

  it('try again', () => {
    expect(get({ Retry: undefined })).toEqual([expect.stringContaining('A task-retry: ')]);
    expect(get({ Retry: [{ ErrorEquals: ['X'], MaxAttempts: 0 }] })).toEqual([
      expect.stringContaining('A task-retry: '),
    ]);
  });

  it('do not try again all at once', () => {
    const retry = { ErrorEquals: ['S3.S3Exception'], MaxAttempts: 3 };
    expect(get({ Retry: [retry] })).toEqual(['A retry-jitter: Retry[0] needs "JitterStrategy": "FULL"']);
    expect(get({ Retry: [{ ...retry, JitterStrategy: 'NONE' }] })).toHaveLength(1);
    const never = { ErrorEquals: ['S3.NoSuchKeyException'], MaxAttempts: 0 };
    expect(get({ Retry: [never, { ...retry, JitterStrategy: 'FULL' }] })).toEqual([]);
  });

  it('catch', () => {
    expect(get({ Catch: undefined })).toEqual([expect.stringContaining('A missing-catch: ')]);
    expect(get({ Catch: [] })).toEqual([expect.stringContaining('A missing-catch: ')]);
    const map = { StartAt: 'In', States: { In: { Type: 'Succeed' } } };
    expect(found({ A: { Type: 'Map', ItemProcessor: map, End: true } })).toEqual([
      'A missing-catch: a Map needs a Catch that leads towards the end',
    ]);
    expect(found({ A: { Type: 'Parallel', Branches: [map], End: true } })).toHaveLength(1);
  });
});
