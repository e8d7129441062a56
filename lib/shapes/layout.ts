/**
 * Names and places that can be derived: object keys in the results bucket, execution names, tag values.
 * Every part of the program takes them from here, so that a recovering guardian can find everything from an
 * executionId.
 */
import { sha256 } from './canonical-json';
import { joinName } from './execution-names';

/** Keys of everything that belongs to one execution; all but the fence lie below `root`. */
export type Layout = ReturnType<typeof layout>;

/** Where a folder for each experiment lies, in it one for each of its executions. */
export const EXECUTIONS = 'executions/';

/** An execution by its names, with the keys of all that belongs to it: made once, and handed on. */
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
  const root = `${EXECUTIONS}${experiment}/${executionId}/`;
  const trial = (rig: string, name: string): string => `${root}raw/${rig}/${name}/`;
  /** A folder, or where a name is given a file in it. */
  const fileIn = (folder: string, name: string): string => `${root}${folder}/${name}${name === '' ? '' : '.json'}`;
  return {
    root,
    spec: `${root}spec.yaml`,
    plan: `${root}plan.json`,
    /** JSON list of {@link TrialItem}: what the results machine maps over. */
    trials: `${root}trials.json`,
    summary: `${root}summary.json`,
    report: `${root}report/index.html`,
    receipt: `${root}receipt.json`,
    fence: fenceKey(executionId),
    rig: (rig: string) => `${root}rigs/${rig}.json`,
    rigOutcome: (rig: string) => `${root}rigs/${rig}.outcome.json`,
    hosts: (rig: string) => `${root}hosts/${rig}.txt`,
    /** What was made for a rig, for its hosts: a line `<copy>.<id> <name> <value>` each. */
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
    /** Observations of a trial, JSON lines: what the table `observations` is gathered from. */
    observations: (name: string) => `${root}observations/${name}.jsonl`,
    /** Series of a trial, JSON lines: rates by the second. */
    series: (name: string) => `${root}series/${name}.jsonl`,
    /** What was asked of CloudWatch about servers, `ask-<n>`, and what it answered, `answer-<n>`. */
    servers: (name: string) => fileIn('servers', name),
    /** What a teardown found, by the tag value that it was for: the receipt tells of it when it is gone. */
    seen: (tagValue: string) => `${root}seen/${tagValue}.json`,
    /** What others were asked to do, by the execution that asks: a hook as `<name>.begun`, and how it ended. */
    action: (name: string) => fileIn('actions', name),
    /** What was asked of hosts about a copy in a store of others, `<rig>.<copy>.asked`, and its end, `.done`. */
    cleaning: (name: string) => fileIn('cleaning', name),
  };
}

/** Tables over all executions, each below its prefix: a new version of a schema is a new prefix. */
export const TABLES = { observations: 'observations/v1/', cells: 'cells/v1/' } as const;

/** What of a plan says where its rows of the tables lie. */
export interface TableLocation {
  readonly experiment: string;
  readonly executionId: string;
  readonly startedAt: string;
  readonly simulated: boolean;
}

/**
 * Key of all observations of an execution. Partitions are named as Hive names them, and can be computed: whether it was
 * simulated, and the day (UTC) of its start.
 */
export function observationsKey(of: TableLocation): string {
  return `${TABLES.observations}${partition(of)}/day=${of.startedAt.slice(0, 10)}/${toFileName(of)}`;
}

/** Key of all cells of an execution: as `observationsKey`, by the month of its start. */
export function cellsKey(of: TableLocation): string {
  return `${TABLES.cells}${partition(of)}/month=${of.startedAt.slice(0, 7)}/${toFileName(of)}`;
}

function partition({ simulated }: TableLocation): string {
  return `sim=${simulated ? 1 : 0}`;
}

/** Neither name holds a dot. */
function toFileName({ experiment, executionId }: TableLocation): string {
  return `${experiment}.${executionId}.jsonl.gz`;
}

/** Where the fences of all executions lie. */
export const FENCES = 'fences/';

/** The fence is found from the executionId alone: whoever creates something need not know the experiment. */
export function fenceKey(executionId: string): string {
  return `${FENCES}${executionId}.json`;
}

/** Name of the execution that a fence closes. */
export function parseFenceKey(key: string): string {
  return key.slice(FENCES.length).replace(/\.json$/, '');
}

/** Where leases of stores that others own lie. */
export const LEASES = 'leases/';

/** The lease of a store, by the text that names it. */
export function leaseKey(store: string): string {
  return `${LEASES}${sha256(store).slice(0, 32)}.json`;
}

/** Where questions to people lie, each with the token by which it is answered: hosts cannot read them. */
export const QUESTIONS = 'asked/';

/** One question, by the name of the execution that asks; all of an execution where that is empty. */
export function questionKey(executionId: string, name: string): string {
  return `${QUESTIONS}${executionId}/${name}${name === '' ? '' : '.json'}`;
}

/** Says which experiment an execution belongs to; written by admit before anything is created. */
export function pointerKey(executionId: string): string {
  return `pointers/${executionId}.json`;
}

/** Says that a receipt has proven an execution clean; written after the receipt. */
export function proofKey(executionId: string): string {
  return `proven/${executionId}.json`;
}

/** How an execution ended, as a {@link ExecutionResult}: written when people are told, refusals too. */
export function resultKey(executionId: string): string {
  return `results/${executionId}.json`;
}

/**
 * Says which execution a scheduled moment has started: EventBridge Scheduler delivers at least once.
 * @param seconds whole epoch seconds, so that it does not matter how a moment was spelled; `*` for all of them
 */
export function momentKey(experiment: string, seconds: number | '*'): string {
  return `moments/${experiment}/${seconds}.json`;
}

/** Says that starts are paused. */
export const PAUSED_KEY = 'control/paused.json';

/** Says which executions run, and what a month has cost. */
export const RUNNING_KEY = 'control/running.json';

/** Prices of a Region that were read from AWS; `*` for all of them. */
export function pricesKey(region: string): string {
  return `prices/${region}.json`;
}

/** Where tools lie that users bring, because nobody publishes them for hosts: beside the executions. */
export const TOOLS = 'tools/';

/** An archive of a tool bundle, by its content: never replaced. */
export function toolArchiveKey(bundle: string, sha256: string, ending: string): string {
  return `${TOOLS}${bundle}/${sha256}.${ending}`;
}

/** Says which archive of a bundle hosts of a system unpack: `tools/ior/debian-12-x86_64.txt`. */
export function toolPointerKey(bundle: string, system: string): string {
  return `${TOOLS}${bundle}/${system}.txt`;
}

/** Value of the tag `fsxbench:rig`: unique over all executions. */
export function rigTag(executionId: string, rig: string): string {
  return joinName(executionId, rig);
}

/** Value of the tag `fsxbench:copy`. */
export function copyTag(rig: string, copy: string): string {
  return joinName(rig, copy);
}

/** Tag keys that everything created carries. */
export const TAG = {
  stack: 'fsxbench:stack',
  experiment: 'fsxbench:experiment',
  execution: 'fsxbench:execution',
  rig: 'fsxbench:rig',
  copy: 'fsxbench:copy',
  role: 'fsxbench:role',
  expiresAt: 'fsxbench:expires-at',
} as const;

/** Those that everything carries; role and copy only what has one. */
export const REQUIRED_TAGS: readonly string[] = Object.values(TAG).filter(
  (key) => key !== TAG.role && key !== TAG.copy,
);
