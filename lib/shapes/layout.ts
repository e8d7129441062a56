/**
 * Object keys in the results bucket, and tag values. All derive from an executionId, so that a recovering guardian
 * needs nothing else.
 */
import { sha256 } from './canonical-json';
import { joinName } from './execution-names';

/** Object keys of one execution; all except the fence are below `root`. */
export type Layout = ReturnType<typeof layout>;

/** Prefix of all executions, with a folder per experiment and execution. */
export const EXECUTIONS_PREFIX = 'executions/';

export interface Execution {
  readonly executionId: string;
  readonly experiment: string;
  readonly keys: Layout;
}

export function toExecution({ executionId, experiment }: Omit<Execution, 'keys'>): Execution {
  return { executionId, experiment, keys: layout(experiment, executionId) };
}

export function layout(experiment: string, executionId: string) {
  const root = `${EXECUTIONS_PREFIX}${experiment}/${executionId}/`;
  const trial = (rig: string, name: string): string => `${root}raw/${rig}/${name}/`;
  /** The key of a JSON file in a folder; with an empty name, the folder's prefix. */
  const fileIn = (folder: string, name: string): string => `${root}${folder}/${name}${name === '' ? '' : '.json'}`;
  return {
    root,
    spec: `${root}spec.yaml`,
    plan: `${root}plan.json`,
    /** JSON list of {@link TrialItem}, the map items of the results machine. */
    trials: `${root}trials.json`,
    summary: `${root}summary.json`,
    report: `${root}report/index.html`,
    /** {@link ExecutionHistory}. */
    history: `${root}history.json`,
    receipt: `${root}receipt.json`,
    fence: getFenceKey(executionId),
    rig: (rig: string) => `${root}rigs/${rig}.json`,
    rigOutcome: (rig: string) => `${root}rigs/${rig}.outcome.json`,
    hosts: (rig: string) => `${root}hosts/${rig}.txt`,
    /** Created resources of a rig, for its hosts: lines `<copy>.<id> <name> <value>`. */
    endpoints: (rig: string) => `${root}endpoints/${rig}.txt`,
    /** Folder of the results of a rig's preparation, ending in `/`. */
    prepare: (rig: string) => `${root}raw/${rig}/prepare/`,
    /** {@link GuardDocument} of a rig with guarded trials. */
    guards: (rig: string) => `${root}guards/${rig}.json`,
    /** Whether a guarded trial is measured; written once. */
    decision: (name: string) => `${root}decisions/${name}.json`,
    /** Decision before a batch of rigs of a walk by price ({@link WalkBatch}); written once. */
    walk: (batch: number | string) => fileIn('walk', String(batch)),
    batch: (rig: string, batch: number) => `${root}batches/${rig}.${batch}.json`,
    script: (sha256: string) => `${root}scripts/${sha256}.sh`,
    /** Folder of one attempt, ending in `/`; below it `<host>/<command>/…`, `started.json` and `ended.json`. */
    attempt: (rig: string, name: string, attempt: number) => `${trial(rig, name)}a${attempt}/`,
    /** What the machines did in a trial that changes its target instance (`TrialEvent`): it has one attempt. */
    events: (rig: string, name: string) => `${trial(rig, name)}a1/events.json`,
    /** Folder of all attempts of a trial, ending in `/`. */
    trial,
    /** Folder of the verdicts, ending in `/`. */
    rows: `${root}rows/`,
    /** The verdict of a trial, one JSON object. */
    row: (name: string) => `${root}rows/${name}.json`,
    /** Observations of a trial, JSON lines: source of the table `observations`. */
    observations: (name: string) => `${root}observations/${name}.jsonl`,
    /** Time series of a trial, JSON lines: rates per second. */
    series: (name: string) => `${root}series/${name}.jsonl`,
    /** CloudWatch queries (`request-<n>`) and responses (`answer-<n>`). */
    servers: (name: string) => fileIn('servers', name),
    /** Resources that a teardown found, by tag value. After their deletion the cleanup receipt lists them. */
    seen: (tagValue: string) => `${root}seen/${tagValue}.json`,
    /** Notes of external actions by execution name: `<name>.begun` for the start of a hook, and the outcome. */
    action: (name: string) => fileIn('actions', name),
    /** Cleanup by hosts: `<rig>.<copy>.requested` and `.done`; after the fence `<rig>.<copy>.again.…`. */
    cleaning: (name: string) => fileIn('cleaning', name),
  };
}

/** Prefixes of tables over all executions; a new schema version gets a new prefix. */
export const TABLE_PREFIXES = { observations: 'observations/v1/', cells: 'cells/v1/' } as const;

/** Members of a plan that determine the object keys of its table rows. */
export interface TableLocation {
  readonly experiment: string;
  readonly executionId: string;
  readonly startedAt: string;
  readonly simulated: boolean;
}

/** Key of the observations of an execution. Hive partitions: simulated or not, and day of the start (UTC). */
export function getObservationsKey(of: TableLocation): string {
  return `${TABLE_PREFIXES.observations}${formatPartitions(of)}/day=${of.startedAt.slice(0, 10)}/${toFileName(of)}`;
}

/** Key of the configurations of an execution, like `getObservationsKey`, by month of the start. */
export function getCellsKey(of: TableLocation): string {
  return `${TABLE_PREFIXES.cells}${formatPartitions(of)}/month=${of.startedAt.slice(0, 7)}/${toFileName(of)}`;
}

function formatPartitions({ simulated }: TableLocation): string {
  return `sim=${simulated ? 1 : 0}`;
}

/** Joins experiment and executionId by a dot, which neither contains. */
function toFileName({ experiment, executionId }: TableLocation): string {
  return `${experiment}.${executionId}.jsonl.gz`;
}

export const FENCES_PREFIX = 'fences/';

/** The fence of an execution. Its key needs only the executionId, since create calls do not know the experiment. */
export function getFenceKey(executionId: string): string {
  return `${FENCES_PREFIX}${executionId}.json`;
}

/** Key of the task token with which the event rule wakes the guardian of an execution. */
export function getTokenKey(executionId: string): string {
  return `guardians/${executionId}.json`;
}

/** The executionId in the key of a fence. */
export function parseFenceKey(key: string): string {
  return key.slice(FENCES_PREFIX.length).replace(/\.json$/, '');
}

/** Prefix of locks of external storage and hosts. */
export const LOCKS_PREFIX = 'leases/';

/** Key of the lock of a storage system or managed host. */
export function getLockKey(store: string): string {
  return `${LOCKS_PREFIX}${sha256(store).slice(0, 32)}.json`;
}

/** Prefix of confirmation requests, which contain a task token; hosts have no permission to read them. */
export const CONFIRMATIONS_PREFIX = 'asked/';

/** Key of one confirmation request, by execution name; with an empty name, the prefix of all. */
export function getConfirmationKey(executionId: string, name: string): string {
  return `${CONFIRMATIONS_PREFIX}${executionId}/${name}${name === '' ? '' : '.json'}`;
}

/**
 * Key of the pointer: an object that maps an executionId to its experiment. Admission writes it before any resource is
 * created.
 */
export function getPointerKey(executionId: string): string {
  return `pointers/${executionId}.json`;
}

/** Key of an object that exists only if the cleanup receipt of an execution is clean; written after the receipt. */
export function getProofKey(executionId: string): string {
  return `proven/${executionId}.json`;
}

/** Key of the {@link ExecutionResult} of an execution or refusal; written with its mail. */
export function getResultKey(executionId: string): string {
  return `results/${executionId}.json`;
}

/**
 * Key of a note that ties a scheduled time to one execution, because EventBridge Scheduler may deliver twice.
 * @param seconds whole epoch seconds, independent of the spelling of the time; `*` for all
 */
export function getScheduledStartKey(experiment: string, seconds: number | '*'): string {
  return `moments/${experiment}/${seconds}.json`;
}

/** Key of an object that exists while starts are paused. */
export const PAUSED_KEY = 'control/paused.json';

/** Key of the list of running executions, with the spend per month. */
export const RUNNING_KEY = 'control/running.json';

/** Key of the prices of a Region, as read from AWS; `*` for all Regions. */
export function getPricesKey(region: string): string {
  return `prices/${region}.json`;
}

/** Prefix of tool bundles from users. */
export const TOOLS_PREFIX = 'tools/';

/** Key of a bundle archive, by its hash: never overwritten. */
export function getToolArchiveKey(bundle: string, sha256: string, ending: string): string {
  return `${TOOLS_PREFIX}${bundle}/${sha256}.${ending}`;
}

/**
 * Key of the object that names the archive for hosts of one system: `tools/ior/debian-12-x86_64.txt`.
 * @param version of bundles of which a deployment has several: `tools/kafka/4.4.0/debian-12-x86_64.txt`
 */
export function getToolPointerKey(bundle: string, system: string, version?: string): string {
  return `${TOOLS_PREFIX}${bundle}/${version === undefined ? '' : `${version}/`}${system}.txt`;
}

/** Value of the tag `fsxbench:rig`: unique over all executions. */
export function getRigTag(executionId: string, rig: string): string {
  return joinName(executionId, rig);
}

export function getCopyTag(rig: string, copy: string): string {
  return joinName(rig, copy);
}
