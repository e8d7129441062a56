import { findings, machine, task } from '../machines';

describe('delete-elsewhere', () => {
  const text = machine({ A: task('aws-sdk:ec2:terminateInstances', { InstanceIds: [] }) });

  it('allows deletes in teardown only', () => {
    expect(findings(text, 'teardown')).toEqual([]);
    expect(findings(text, 'rig')).toEqual([
      expect.stringContaining('A delete-elsewhere: ec2:terminateInstances belongs'),
    ]);
  });
});
