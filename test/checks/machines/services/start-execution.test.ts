import { found, task } from '../machines';

describe('execution-name', () => {
  it.each(['states:startExecution', 'states:startExecution.sync:2', 'aws-sdk:sfn:startExecution'])(
    'in %s',
    (action) => {
      expect(found({ A: task(action, { StateMachineArn: '${RigMachineArn}', Name: 'a' }) })).toEqual([]);
      expect(found({ A: task(action, { StateMachineArn: '${RigMachineArn}' }) })).toEqual([
        'A execution-name: Arguments needs Name, derived from the plan',
      ]);
    },
  );

  it('asks nothing of other calls', () => {
    expect(found({ A: task('aws-sdk:sfn:stopExecution', { ExecutionArn: 'a' }) })).toEqual([]);
  });
});
