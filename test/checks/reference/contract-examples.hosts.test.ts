import { CONTRACT_EXAMPLES, findExampleFaults } from '../../../checks/reference/contract-examples';

it('has the contracts that are stored or passed between machines', () => {
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

it('has examples of the type of their contract', () => {
  expect(findExampleFaults()).toBe('');
}, 60_000);
