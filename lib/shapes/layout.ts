/** Object keys in the results bucket, and tag values. All derive from an executionId, for guardians that recover. */
import { sha256 } from './canonical-json';
import { joinName } from './execution-names';

/** Keys of one execution; all except the fence are below `root`. */
export type Layout = ReturnType<typeof layout>;

/** Prefix of all executions, with a folder per experiment and execution. */
export const EXECUTIONS_PREFIX = 'executions/';

/** An execution with its keys. */
export interface Execution {
  readonly executionId: string;
  readonly experiment: string;
  readonly keys: Layout;
}

export function toExecution({ executionId, experiment }: Omit<Execution, 'keys'>): Execution {
  return { executionId, experiment, keys: layout(experiment, executionId) };
}

/** Keys of one execution. */
export function layout(experiment: string, executionId: string) {
  const root = `${EXECUTIONS_PREFIX}${experiment}/${executionId}/`;
  const trial = (rig: string, name: string): string => `${root}raw/${rig}/${name}/`;
  /** A file in a folder; with an empty name, the folder. */
  const fileIn = (folder: string, name: string): string => `${root}${folder}/${name}${name === '' ? '' : '.json'}`;
  return {
    root,
    spec: `${root}spec.yaml`,
    plan: `${root}plan.json`,
    /** JSON list of {@link TrialItem}, the map items of the results machine. */
    trials: `${root}trials.json`,
    summary: `${root}summary.json`,
    report: `${root}report/index.html`,
    receipt: `${root}receipt.json`,
    fence: getFenceKey(executionId),
    rig: (rig: string) => `${root}rigs/${rig}.json`,
    rigOutcome: (rig: string) => `${root}rigs/${rig}.outcome.json`,
    hosts: (rig: string) => `${root}hosts/${rig}.txt`,
    /** Created resources of a rig, for its hosts: lines `<copy>.<id> <name> <value>`. */
    endpoints: (rig: string) => `${root}endpoints/${rig}.txt`,
    /** Folder of the results of a rig's preparation, ending in `/`. */
    prepare: (rig: string) => `${root}raw/${rig}/prepare/`,
    batch: (rig: string, batch: number) => `${root}batches/${rig}.${batch}.json`,
    script: (sha256: string) => `${root}scripts/${sha256}.sh`,
    /** Folder of one attempt, ending in `/`; below it `<host>/<command>/…`, `started.json` and `ended.json`. */
    attempt: (rig: string, name: string, attempt: number) => `${trial(rig, name)}a${attempt}/`,
    /** Folder of all attempts of a trial, ending in `/`. */
    trial,
    /** The verdict of a trial, one JSON object. */
    row: (name: string) => `${root}rows/${name}.json`,
    /** Observations of a trial, JSON lines: source of the table `observations`. */
    observations: (name: string) => `${root}observations/${name}.jsonl`,
    /** Time series of a trial, JSON lines: rates per second. */
    series: (name: string) => `${root}series/${name}.jsonl`,
    /** Queries to CloudWatch, `ask-<n>`, and responses, `answer-<n>`. */
    servers: (name: string) => fileIn('servers', name),
    /** Resources that a teardown found, by tag value: the cleanup receipt lists them after their deletion. */
    seen: (tagValue: string) => `${root}seen/${tagValue}.json`,
    /** External actions by execution name: the start of a hook as `<name>.begun`, and the outcome. */
    action: (name: string) => fileIn('actions', name),
    /** Cleaning of external storage by hosts: request `<rig>.<copy>.asked` and outcome `.done`. */
    cleaning: (name: string) => fileIn('cleaning', name),
  };
}

/** Prefixes of tables over all executions; a new schema version gets a new prefix. */
export const TABLE_PREFIXES = { observations: 'observations/v1/', cells: 'cells/v1/' } as const;

/** Facts of a plan that locate its rows in tables. */
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

/** Neither name contains a dot. */
function toFileName({ experiment, executionId }: TableLocation): string {
  return `${experiment}.${executionId}.jsonl.gz`;
}

/** Prefix of the fences of all executions. */
export const FENCES_PREFIX = 'fences/';

/** Needs only the executionId: create calls do not know the experiment. */
export function getFenceKey(executionId: string): string {
  return `${FENCES_PREFIX}${executionId}.json`;
}

/** Id of the execution that a fence closes. */
export function parseFenceKey(key: string): string {
  return key.slice(FENCES_PREFIX.length).replace(/\.json$/, '');
}

/** Prefix of locks of external storage and hosts. */
export const LOCKS_PREFIX = 'leases/';

/** Key of a lock, by the id of the storage system or host. */
export function getLockKey(store: string): string {
  return `${LOCKS_PREFIX}${sha256(store).slice(0, 32)}.json`;
}

/** Prefix of confirmation requests, with the token of the answer; hosts cannot read it. */
export const CONFIRMATIONS_PREFIX = 'asked/';

/** Key of one confirmation request, by execution name; with an empty name, the prefix of all. */
export function getConfirmationKey(executionId: string, name: string): string {
  return `${CONFIRMATIONS_PREFIX}${executionId}/${name}${name === '' ? '' : '.json'}`;
}

/** The pointer: names the experiment of an execution; written by admission before any resource is created. */
export function getPointerKey(executionId: string): string {
  return `pointers/${executionId}.json`;
}

/** The proof that the cleanup receipt of an execution is clean; written after the receipt. */
export function getProofKey(executionId: string): string {
  return `proven/${executionId}.json`;
}

/** The {@link ExecutionResult} of an execution or refusal; written with its mail. */
export function getResultKey(executionId: string): string {
  return `results/${executionId}.json`;
}

/**
 * Names the execution of a scheduled start, since EventBridge Scheduler delivers at least once.
 * @param seconds whole epoch seconds, independent of the spelling of the time; `*` for all
 */
export function getScheduledStartKey(experiment: string, seconds: number | '*'): string {
  return `moments/${experiment}/${seconds}.json`;
}

/** Exists while starts are paused. */
export const PAUSED_KEY = 'control/paused.json';

/** Running executions, and the spend per month. */
export const RUNNING_KEY = 'control/running.json';

/** Prices of a Region, read from AWS; `*` for all Regions. */
export function getPricesKey(region: string): string {
  return `prices/${region}.json`;
}

/** Prefix of tool bundles from users. */
export const TOOLS_PREFIX = 'tools/';

/** Key of a bundle archive, by its hash: never overwritten. */
export function getToolArchiveKey(bundle: string, sha256: string, ending: string): string {
  return `${TOOLS_PREFIX}${bundle}/${sha256}.${ending}`;
}

/** Names the archive for hosts of a system: `tools/ior/debian-12-x86_64.txt`. */
export function getToolPointerKey(bundle: string, system: string): string {
  return `${TOOLS_PREFIX}${bundle}/${system}.txt`;
}

/** Value of the tag `fsxbench:rig`: unique over all executions. */
export function getRigTag(executionId: string, rig: string): string {
  return joinName(executionId, rig);
}

/** Value of the tag `fsxbench:copy`. */
export function getCopyTag(rig: string, copy: string): string {
  return joinName(rig, copy);
}

/** Tag keys of created resources. */
export const TAG_KEYS = {
  stack: 'fsxbench:stack',
  experiment: 'fsxbench:experiment',
  execution: 'fsxbench:execution',
  rig: 'fsxbench:rig',
  copy: 'fsxbench:copy',
  role: 'fsxbench:role',
  expiresAt: 'fsxbench:expires-at',
} as const;

/** Tags of every resource; role and copy are optional. */
export const REQUIRED_TAGS: readonly string[] = Object.values(TAG_KEYS).filter(
  (key) => key !== TAG_KEYS.role && key !== TAG_KEYS.copy,
);
