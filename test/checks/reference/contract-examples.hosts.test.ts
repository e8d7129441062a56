import { CONTRACT_EXAMPLES, findExampleFaults } from '../../../checks/reference/contract-examples';

it('contains an example of each contract that is stored or passed between state machines', () => {
  const contracts = [
    'Plan',
    'TrialPlan',
    'TrialItem',
    'TrialRow',
    'Reason',
    'Observation',
    'Receipt',
    'ExecutionResult',
  ];
  expect(CONTRACT_EXAMPLES.map(({ contract }) => contract)).toEqual(expect.arrayContaining(contracts));
});

it('has examples that match the type of their contract', () => {
  expect(findExampleFaults()).toBe('');
}, 60_000);
