import { toMachineName, countStateMachineUse, sumStateMachineUse } from '../../../lib/twin/rehearsal/machine-use';

/** An account with executions, and children of a Map run: machine, transitions, events, payload bytes of each. */
function makeAccount(executions: readonly Use[], children: readonly Use[] = []): { sfn: Sfn } {
  const [all, ofMap] = [executions, children].map((uses) =>
    uses.map(([machine, transitions, count, largestPayloadBytes]) => ({
      machineArn: `arn:aws:states:us-east-1:000000000000:stateMachine:fsxbench-${machine}`,
      history: { transitions, count, largestPayloadBytes },
    })),
  );
  return { sfn: { executions: () => all, mapRuns: () => [{ children: ofMap }] } as unknown as Sfn };
}
type Use = readonly [machine: string, transitions: number, events: number, bytes: number];
type Sfn = Parameters<typeof countStateMachineUse>[0]['sfn'];

it('adds up transitions of each machine, and returns the most events and bytes of one execution', () => {
  const uses = countStateMachineUse(
    makeAccount([
      ['rig', 10, 40, 900],
      ['experiment', 5, 20, 300],
      ['rig', 12, 38, 1000],
    ]),
  );
  expect(uses).toEqual([
    { machine: 'experiment', executions: 1, transitions: 5, events: 20, payloadBytes: 300 },
    { machine: 'rig', executions: 2, transitions: 22, events: 40, payloadBytes: 1000 },
  ]);
  expect(sumStateMachineUse(uses)).toEqual({ transitions: 27, events: 40, payloadBytes: 1000 });
  expect(sumStateMachineUse([])).toEqual({ transitions: 0, events: 0, payloadBytes: 0 });
});

it('counts the children of a Map run as executions of its machine', () => {
  const children = [
    ['results/trials', 1, 7, 50],
    ['results/trials', 1, 6, 5],
  ] as const;
  const use = { machine: 'results', executions: 3, transitions: 5, events: 9, payloadBytes: 50 };
  expect(countStateMachineUse(makeAccount([['results', 3, 9, 10]], children))).toEqual([use]);
});

it.each([
  ['arn:aws:states:r:0:stateMachine:fsxbench-rig', 'rig'],
  ['arn:aws:states:r:0:execution:fsxbench-experiment:e1', 'experiment'],
  ['arn:aws:states:r:0:stateMachine:fsxbench-experiment/rigs', 'experiment'],
])('returns for %s the machine %s', (arn, name) => {
  expect(toMachineName(arn)).toBe(name);
});
