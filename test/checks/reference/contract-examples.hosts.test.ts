import { CONTRACT_EXAMPLES, findExampleFaults } from '../../../checks/reference/contract-examples';

it('includes an example of each of eight data contracts, such as Plan and Receipt', () => {
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

it('has examples of data contracts that match their TypeScript types', () => {
  expect(findExampleFaults()).toBe('');
}, 60_000);
