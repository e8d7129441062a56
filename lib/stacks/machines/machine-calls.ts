/** Parses which functions and machines of this deployment a machine file calls. */
import {
  ALL_FUNCTIONS,
  ALL_MACHINES,
  type FunctionName,
  getFunctionPlaceholder,
  type MachineName,
  getMachinePlaceholder,
} from '../../shapes/machines';

export interface MachineCalls {
  readonly functions: readonly FunctionName[];
  /** Started without waiting. */
  readonly starts: readonly MachineName[];
  /** Started and waited for. */
  readonly runs: readonly MachineName[];
}

const INVOKE = 'arn:aws:states:::lambda:invoke';
const START = 'arn:aws:states:::states:startExecution';
const RUN = 'arn:aws:states:::states:startExecution.sync:2';

/** @param text of a machine file with valid placeholders */
export function parseCalls(text: string): MachineCalls {
  const named = { [INVOKE]: new Set<string>(), [START]: new Set<string>(), [RUN]: new Set<string>() };
  const walk = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const { Resource: resource, Arguments: given } = value as Record<string, unknown>;
    if (resource === INVOKE || resource === START || resource === RUN) {
      const { FunctionName, StateMachineArn } = given as Record<string, unknown>;
      named[resource].add(String(FunctionName ?? StateMachineArn));
    }
    for (const item of Object.values(value)) walk(item);
  };
  walk(JSON.parse(text));
  const machines = (from: ReadonlySet<string>): MachineName[] =>
    ALL_MACHINES.filter((one) => from.has(`\${${getMachinePlaceholder(one)}}`));
  return {
    functions: ALL_FUNCTIONS.filter((one) => named[INVOKE].has(`\${${getFunctionPlaceholder(one)}}`)),
    starts: machines(named[START]),
    runs: machines(named[RUN]),
  };
}
