/** Use of the state machines of an execution, counted as AWS counts and bills. */
import type { Account } from '../cloud/account';

export interface StateMachineUse {
  readonly machine: string;
  readonly executions: number;
  /** Billed transitions: state entries and retries. */
  readonly transitions: number;
  /** Maximum of any one execution; 25,000 end it. */
  readonly events: number;
  /** Largest payload of any one state; 262,144 bytes end it. */
  readonly payloadBytes: number;
}

/** Use by machine, in alphabetical order; children of Map runs count to their machine. */
export function countStateMachineUse({ sfn }: Pick<Account, 'sfn'>): StateMachineUse[] {
  const uses = new Map<string, StateMachineUse>();
  const children = sfn.mapRuns().flatMap((run) => run.children);
  for (const execution of [...sfn.executions(), ...children]) {
    const machine = toMachineName(execution.machineArn);
    const { executions = 0, transitions = 0, events = 0, payloadBytes = 0 } = uses.get(machine) ?? {};
    const { history } = execution;
    uses.set(machine, {
      machine,
      executions: executions + 1,
      transitions: transitions + history.transitions,
      events: Math.max(events, history.count),
      payloadBytes: Math.max(payloadBytes, history.largestPayloadBytes),
    });
  }
  return [...uses.values()].sort((a, b) => (a.machine < b.machine ? -1 : 1));
}

/** `…:stateMachine:fsxbench-rig`, `…:execution:fsxbench-rig:e1` → `rig`; child of Map: `fsxbench-experiment/rigs`. */
export function toMachineName(arn: string): string {
  return (arn.split(':')[6] ?? '').replace(/\/.*$/, '').replace(/^fsxbench-/, '');
}

/** Transitions of all machines; maxima of events and bytes of any one execution. */
export function sumStateMachineUse(
  uses: readonly StateMachineUse[],
): Pick<StateMachineUse, 'transitions' | 'events' | 'payloadBytes'> {
  return {
    transitions: uses.reduce((sum, use) => sum + use.transitions, 0),
    events: Math.max(0, ...uses.map((use) => use.events)),
    payloadBytes: Math.max(0, ...uses.map((use) => use.payloadBytes)),
  };
}
