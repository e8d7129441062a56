/**
 * Names of state machines and functions, and the placeholders by which machine files name them: what the stacks deploy,
 * the twin executes and handlers look for.
 */

/** Machines by the stack they live in; the names are those of `state-machines/<name>.asl.json`. */
export const MACHINES = {
  safety: ['guardian', 'teardown', 'janitor', 'results', 'notify'],
  bench: ['experiment', 'rig', 'launch', 'target-request', 'action', 'trial-batch', 'host-command'],
} as const;
/** *safety* outlives *bench*: it holds what tears down. */
export type StackPart = keyof typeof MACHINES;
export type MachineName = (typeof MACHINES)[StackPart][number];

export const ALL_MACHINES: readonly MachineName[] = [...MACHINES.safety, ...MACHINES.bench];

/** Labels of the distributed Maps: the children of a Map run are executions of `<machine>/<label>`. */
export const MAP_LABELS: Partial<Readonly<Record<MachineName, string>>> = { experiment: 'rigs', results: 'trials' };

/** Functions by the stack they live in. */
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
  bench: ['admit', 'call-storage', 'judge-hosts', 'list-hosts'],
} as const;
export type FunctionName = (typeof FUNCTION_NAMES)[StackPart][number];

export const ALL_FUNCTIONS: readonly FunctionName[] = [...FUNCTION_NAMES.safety, ...FUNCTION_NAMES.bench];

/**
 * Seconds after which Lambda ends a function: below those for which tasks wait for it (300; 900, Lambda's own limit,
 * for the analysis), so that a function that hangs ends by itself as `Sandbox.Timedout` (older: `Lambda.Unknown`),
 * which is tried again, and not as `States.Timeout`, which is not; and so that none acts for which nobody waits. A
 * create that is under way when its execution is closed must land well within the guardian's 300 s of settling.
 */
export const FUNCTION_SECONDS: Readonly<Record<FunctionName, number>> = {
  ...(Object.fromEntries(ALL_FUNCTIONS.map((name) => [name, 290])) as Record<FunctionName, number>),
  'call-storage': 150,
  analyse: 890,
};

/** `ResultsBucket` and the like: `trial-batch` → `TrialBatch`. Construct ids and placeholders are made of it. */
export function toPascal(name: string): string {
  return name
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}

/** The placeholder that a machine file names a function by: `close-fence` → `CloseFenceFunctionArn`. */
export function functionPlaceholder(name: FunctionName): string {
  return `${toPascal(name)}FunctionArn`;
}

/** The placeholder that a machine file names a machine by: `trial-batch` → `TrialBatchMachineArn`. */
export function machinePlaceholder(machine: MachineName): string {
  return `${toPascal(machine)}MachineArn`;
}
