import { found, task } from '../machines';

describe('delete-elsewhere', () => {
  const states = { A: task('aws-sdk:ec2:terminateInstances', { InstanceIds: [] }) };

  it('allows deletes in teardown only', () => {
    expect(found(states, {}, 'teardown')).toEqual([]);
    expect(found(states, {}, 'rig')).toEqual([
      expect.stringContaining('A delete-elsewhere: ec2:terminateInstances belongs'),
    ]);
  });
});
