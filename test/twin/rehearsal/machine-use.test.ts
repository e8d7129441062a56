import {
  toMachineName,
  countStateMachineUse,
  type StateMachineUse,
  sumStateMachineUse,
} from '../../../lib/twin/rehearsal/machine-use';

type Sfn = Parameters<typeof countStateMachineUse>[0]['sfn'];

/** An execution of which only the numbers matter. */
function execution(machine: string, transitions: number, count: number, largestPayloadBytes: number): object {
  const machineArn = `arn:aws:states:us-east-1:000000000000:stateMachine:fsxbench-${machine}`;
  return { machineArn, history: { transitions, count, largestPayloadBytes } };
}

function account(executions: readonly object[], children: readonly object[] = []): { sfn: Sfn } {
  return { sfn: { executions: () => executions, mapRuns: () => [{ children }] } as unknown as Sfn };
}

describe('countStateMachineUse', () => {
  it('adds up transitions, and returns the most events and bytes of one execution', () => {
    const uses = countStateMachineUse(
      account([execution('rig', 10, 40, 900), execution('experiment', 5, 20, 300), execution('rig', 12, 38, 1000)]),
    );
    expect(uses).toEqual([
      { machine: 'experiment', executions: 1, transitions: 5, events: 20, payloadBytes: 300 },
      { machine: 'rig', executions: 2, transitions: 22, events: 40, payloadBytes: 1000 },
    ]);
  });

  it('counts the children of a Map run as executions of its machine', () => {
    const uses = countStateMachineUse(
      account(
        [execution('results', 3, 9, 10)],
        [execution('results/trials', 1, 7, 50), execution('results/trials', 1, 6, 5)],
      ),
    );
    expect(uses).toEqual([{ machine: 'results', executions: 3, transitions: 5, events: 9, payloadBytes: 50 }]);
  });
});

describe('sumStateMachineUse', () => {
  const use = (transitions: number, events: number, payloadBytes: number): StateMachineUse => ({
    machine: 'm',
    executions: 1,
    transitions,
    events,
    payloadBytes,
  });

  it('adds up transitions, and returns the maximum of events and payload bytes', () => {
    expect(sumStateMachineUse([use(3, 10, 20), use(4, 5, 200)])).toEqual({
      transitions: 7,
      events: 10,
      payloadBytes: 200,
    });
    expect(sumStateMachineUse([])).toEqual({ transitions: 0, events: 0, payloadBytes: 0 });
  });
});

it.each([
  ['arn:aws:states:r:0:stateMachine:fsxbench-rig', 'rig'],
  ['arn:aws:states:r:0:execution:fsxbench-experiment:e1', 'experiment'],
  ['arn:aws:states:r:0:stateMachine:fsxbench-experiment/rigs', 'experiment'],
])('returns for %s the machine %s', (arn, name) => {
  expect(toMachineName(arn)).toBe(name);
});
