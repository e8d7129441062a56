/**
 * The spec: what a user writes, after reading. Everything is kept as written (quantities are texts, references are
 * `$name`), with the defaults of `design` and `limits` filled in, so that a spec can be written out and read again.
 */

import type { ImageName } from './images';

/** Implicit factors: what varies without being listed in `factors`. */
export const RESERVED = ['target', 'stage', 'workload'] as const;

export type Scalar = string | number | boolean;
/** One value of a factor; a mapping for settings that go together. */
export type Level = Scalar | Readonly<Record<string, Scalar>>;
/** Levels of some factors, `target`, `stage` and `workload` among them. */
export type PartialCell = Readonly<Record<string, Level>>;

/** The highest level of a factor that meets criteria is looked for, by bisection, in place of measuring all. */
export interface SearchSpec {
  readonly factor: string;
  /** Names; without it, all that a trial gives the metric of. */
  readonly criteria?: readonly string[] | undefined;
}

/** How cells are chosen and repeated. */
export interface Design {
  readonly cross?: readonly string[] | undefined;
  readonly oneAtATime?: boolean | undefined;
  /** Taken out of what was crossed; what is not named stands for any level. */
  readonly exclude?: readonly PartialCell[] | undefined;
  /** Added afterwards, and never excluded; what is not named stands at its first level. */
  readonly include?: readonly PartialCell[] | undefined;
  readonly reference?: PartialCell | undefined;
  /** Rivals mixed in every round on one rig a block, or a rig for each target. */
  readonly comparison: 'interleaved' | 'sequential';
  /** Trials of each cell in a block. */
  readonly replicates: number;
  readonly search?: SearchSpec | undefined;
  readonly blocks: number;
  readonly seed?: string | number | undefined;
  readonly order: 'random' | 'asWritten';
}

/** The question as numbers, as written: `shapes/decide` is what it becomes. */
export interface DecideSpec {
  readonly metric: string;
  readonly statistic: 'median' | 'mean' | 'min' | 'max';
  readonly operation?: string | undefined;
  readonly where?: PartialCell | undefined;
  readonly atLeast?: string | number | undefined;
  readonly atMost?: string | number | undefined;
  /** What a difference must be at least to matter: `2 %` or 0.02. */
  readonly margin?: string | number | undefined;
  /** Criteria that have to be kept to as well. */
  readonly require?: readonly string[] | undefined;
  readonly prefer?: 'cheapest' | 'highest' | 'lowest' | undefined;
}

/** A condition on what trials gave, as written: `shapes/decide` is what it becomes. */
export interface CriterionSpec {
  readonly metric: string;
  readonly operation?: string | undefined;
  /** What one trial gave: `value`, `mean`, `max`; without it, what stands for a trial. */
  readonly statistic?: string | undefined;
  /** Of each window of this length in the measured time; without it, of the trial as a whole. */
  readonly every?: string | number | undefined;
  readonly atLeast?: string | number | undefined;
  readonly atMost?: string | number | undefined;
}

/** A figure that a study has published, as written: `shapes/published` is what it becomes. */
export interface PublishedRow {
  /** Cells that it is about; what is not named is any level. */
  readonly where: PartialCell;
  readonly metric: string;
  readonly operation?: string | undefined;
  readonly statistic?: string | undefined;
  readonly host?: 'each' | undefined;
  readonly value?: PublishedNumber | undefined;
  readonly ratio?: PublishedNumber | undefined;
  /** Of a ratio: the levels in whose place those of the cell stand; without it, the reference. */
  readonly to?: PartialCell | undefined;
  readonly note?: string | undefined;
}

/** A quantity, or its lowest and highest. */
export type PublishedNumber = string | number | readonly [string | number, string | number];

export interface PublishedSpec {
  /** Who published it, and when. */
  readonly study: string;
  readonly rows: readonly PublishedRow[];
}

export interface Limits {
  readonly maxUsd: number;
  readonly maxHours: number;
  readonly parallelRigs?: number | undefined;
}

/** When EventBridge Scheduler starts it. */
export interface Schedule {
  /** Six fields: minutes hours day-of-month month day-of-week year. */
  readonly cron: string;
  /** Of the IANA list. */
  readonly timezone: string;
}

/** Hosts of one role, after references are filled in, for cells of one target. */
export interface Role {
  readonly count: number;
  /** An EC2 instance type. */
  readonly instanceType?: string | undefined;
  /** Left out: that of the deployment, Amazon Linux 2023. */
  readonly image?: ImageName | undefined;
  /** `cluster`: close to each other, in the placement group of the stack. */
  readonly placement?: 'cluster' | undefined;
  /** They exist already, and carry this tag, one key and its value; left out: they are made. */
  readonly managed?: { readonly tag: Readonly<Record<string, string>> } | undefined;
  /** Options as the kind of the target reads them; `none`: its hosts do not mount it. */
  readonly mount?: Readonly<Record<string, unknown>> | 'none' | undefined;
}

/** A target or workload as written: its kind, and settings that only its kind understands. */
export interface Entry {
  readonly kind: string;
  readonly [setting: string]: unknown;
}

export interface Spec {
  readonly schemaVersion: 1;
  readonly experiment: string;
  /** In words; without it, the report makes one. */
  readonly question?: string;
  readonly factors: Readonly<Record<string, readonly Level[]>>;
  readonly targets: Readonly<Record<string, Entry>>;
  readonly fleet: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly workloads: Readonly<Record<string, Entry>>;
  readonly design: Design;
  /** By name, for `decide.require`. */
  readonly criteria?: Readonly<Record<string, CriterionSpec>>;
  /** Without it nothing is decided: the report describes. */
  readonly decide?: DecideSpec;
  /** Shown beside what is measured. */
  readonly published?: PublishedSpec;
  /** Metrics that servers of file systems tell, and the threshold of each, as written: rigs have alarms on them. */
  readonly alarms?: Readonly<Record<string, string | number>> | undefined;
  readonly limits: Limits;
  /** Kept for the schedule that starts the experiment; an execution does not look at it. */
  readonly schedule?: Schedule;
}

/** Sections in the order in which a spec is written. */
export const SECTIONS = [
  'schemaVersion',
  'experiment',
  'question',
  'factors',
  'targets',
  'fleet',
  'workloads',
  'design',
  'criteria',
  'decide',
  'published',
  'alarms',
  'limits',
  'schedule',
] as const;
