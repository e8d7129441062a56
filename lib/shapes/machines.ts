/** Names of state machines and functions, and their placeholders in machine files. */

/** Machines by stack; files are `state-machines/<name>.asl.yaml`. */
export const MACHINES = {
  safety: ['guardian', 'teardown', 'janitor', 'results', 'notify'],
  bench: ['experiment', 'rig', 'launch', 'target-request', 'action', 'trial-batch', 'host-command'],
} as const;
/** The two stacks. *safety* contains the teardown, so it remains when *bench* is deleted. */
export type StackPart = keyof typeof MACHINES;
export type MachineName = (typeof MACHINES)[StackPart][number];

export const ALL_MACHINES: readonly MachineName[] = [...MACHINES.safety, ...MACHINES.bench];

/** Labels of distributed Maps: children of a Map run are executions of `<machine>/<label>`. */
export const MAP_LABELS: Partial<Readonly<Record<MachineName, string>>> = { experiment: 'rigs', results: 'trials' };

export const FUNCTION_NAMES = {
  safety: [
    'analyse',
    'ask-servers',
    'close-fence',
    'compose-mail',
    'delete-storage',
    'find-orphans',
    'list-resources',
    'parse-trial',
    'start-guardian',
    'stop-children',
    'write-receipt',
  ],
  bench: ['admit', 'call-storage', 'choose-rigs', 'judge-hosts', 'list-hosts', 'may-run'],
} as const;
export type FunctionName = (typeof FUNCTION_NAMES)[StackPart][number];

export const ALL_FUNCTIONS: readonly FunctionName[] = [...FUNCTION_NAMES.safety, ...FUNCTION_NAMES.bench];

/**
 * Timeouts of functions in seconds, below those of their tasks (300; for the analysis 900, the limit of Lambda). A
 * hanging function then fails as `Sandbox.Timedout` (older: `Lambda.Unknown`), which is retried. `States.Timeout` is
 * not retried, and the function could still act after its task had ended. A create call in flight when an execution is
 * closed must complete well within the guardian's settling time of 300 s.
 */
export const FUNCTION_SECONDS: Readonly<Record<FunctionName, number>> = {
  ...(Object.fromEntries(ALL_FUNCTIONS.map((name) => [name, 290])) as Record<FunctionName, number>),
  'call-storage': 150,
  analyse: 890,
};

/** `trial-batch` → `TrialBatch`, for construct ids and placeholders. */
export function toPascal(name: string): string {
  return name
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}

/** Placeholder of a function in machine files: `close-fence` → `CloseFenceFunctionArn`. */
export function getFunctionPlaceholder(name: FunctionName): string {
  return `${toPascal(name)}FunctionArn`;
}

/** Placeholder of a machine in machine files: `trial-batch` → `TrialBatchMachineArn`. */
export function getMachinePlaceholder(machine: MachineName): string {
  return `${toPascal(machine)}MachineArn`;
}
