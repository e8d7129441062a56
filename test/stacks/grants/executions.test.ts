import { ALL_MACHINES } from '../../../lib/shapes/machines';
import { deploy } from '../deployed-templates';
import { listMachineCalls } from '../machines/machine-calls';
import { filterAllowing, listStatements } from '../policies';

const HOOK = 'arn:aws:states:us-east-1:123456789012:stateMachine:grow';

// Step Functions makes its rule when a machine is created, and refuses one whose role may not (AccessDeniedException:
// not authorized to create managed-rule).
describe.each([
  ['without hooks', deploy()],
  ['with hooks', deploy({ hooks: [HOOK] })],
])('deployment %s', (_, one) => {
  const waiting = ALL_MACHINES.filter((name) =>
    listMachineCalls(name).some(({ resource }) => resource.includes('.sync')),
  );

  it.each(waiting)('allows %s to create the EventBridge rule that Step Functions needs for .sync tasks', (name) => {
    const rule = 'arn:aws:events:xx-local-1:000000000000:rule/StepFunctionsGetEventsForStepFunctionsExecutionRule';
    for (const action of ['events:PutRule', 'events:PutTargets', 'events:DescribeRule'])
      expect({ action, grants: filterAllowing(listStatements(one, name), action, rule).length }).toEqual({
        action,
        grants: 1,
      });
  });
});

it('allows admit to describe hooks and write-receipt to describe their executions, only with hooks', () => {
  const one = deploy({ hooks: [HOOK] });
  const child = `${HOOK.replace(':stateMachine:', ':execution:')}:e-1__r1__act__2__c1__1`;
  expect(filterAllowing(listStatements(one, 'admit'), 'states:DescribeStateMachine', HOOK)).toHaveLength(1);
  expect(filterAllowing(listStatements(one, 'admit'), 'states:DescribeStateMachine', `${HOOK}-other`)).toEqual([]);
  expect(filterAllowing(listStatements(one, 'write-receipt'), 'states:DescribeExecution', child)).toHaveLength(1);
  const plain = deploy();
  for (const name of ['admit', 'write-receipt'])
    expect(
      listStatements(plain, name).flatMap(({ actions }) => actions.filter((each) => each.startsWith('states:'))),
    ).toEqual([]);
});
