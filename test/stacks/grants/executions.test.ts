import { ALL_MACHINES } from '../../../lib/shapes/machines';
import { deploy, deployPlain } from '../deployed-templates';
import { listMachineCalls } from '../machines/machine-calls';
import { allowing, listStatements } from '../policies';

const HOOK = 'arn:aws:states:us-east-1:123456789012:stateMachine:grow';

// Step Functions makes its rule when a machine is created, and refuses one whose role may not (AccessDeniedException:
// not authorized to create managed-rule).
describe.each([
  ['of no machine of others', deployPlain()],
  ['that runs machines of others', deploy({ hooks: [HOOK] })],
])('a deployment %s', (_, one) => {
  const waiting = ALL_MACHINES.filter((name) =>
    listMachineCalls(name).some(({ resource }) => resource.includes('.sync')),
  );

  it.each(waiting)('lets %s, which waits for executions, make the rule that it hears of their ends by', (name) => {
    const rule = 'arn:aws:events:xx-local-1:000000000000:rule/StepFunctionsGetEventsForStepFunctionsExecutionRule';
    for (const action of ['events:PutRule', 'events:PutTargets', 'events:DescribeRule'])
      expect({ action, grants: allowing(listStatements(one, name), action, rule).length }).toEqual({
        action,
        grants: 1,
      });
  });
});

it('lets admission look at machines of others, and the receipt at what runs of them, and at no others', () => {
  const one = deploy({ hooks: [HOOK] });
  const child = `${HOOK.replace(':stateMachine:', ':execution:')}:e-1__r1__act__2__c1__1`;
  expect(allowing(listStatements(one, 'admit'), 'states:DescribeStateMachine', HOOK)).toHaveLength(1);
  expect(allowing(listStatements(one, 'admit'), 'states:DescribeStateMachine', `${HOOK}-other`)).toEqual([]);
  expect(allowing(listStatements(one, 'write-receipt'), 'states:DescribeExecution', child)).toHaveLength(1);
  const plain = deployPlain();
  for (const name of ['admit', 'write-receipt'])
    expect(
      listStatements(plain, name).flatMap(({ actions }) => actions.filter((each) => each.startsWith('states:'))),
    ).toEqual([]);
});
