/**
 * The spec: what a user writes, after reading. Everything is kept as written (quantities are texts, references are
 * `$name`), with the defaults of `design` and `limits` filled in, so that a spec can be written out and read again.
 */

import type * as z from 'zod';
import type * as schemas from './spec-schema';
import type { Level } from './spec-schema';

export type { Level, PartialCell, Scalar } from './spec-schema';

/** Implicit factors: what varies without being listed in `factors`. */
export const IMPLICIT_FACTORS = ['target', 'stage', 'workload'] as const;

/** What a schema gives, which nothing changes any more. */
type OutputOf<S extends z.ZodType> = DeepReadonly<z.output<S>>;
type DeepReadonly<T> = T extends object ? { readonly [K in keyof T]: DeepReadonly<T[K]> } : T;

/** How cells are chosen and repeated. */
export type Design = OutputOf<typeof schemas.design>;

/** The highest level of a factor that meets criteria is looked for, by bisection, in place of measuring all. */
export type SearchSpec = NonNullable<Design['search']>;

/** The question as numbers, as written: `shapes/decide` is what it becomes. */
export type DecideSpec = OutputOf<typeof schemas.decide>;

/** A condition on what trials gave, as written: `shapes/decide` is what it becomes. */
export type CriterionSpec = OutputOf<typeof schemas.criterion>;

/** A figure that a study has published, as written: `shapes/published` is what it becomes. */
export type PublishedRow = OutputOf<typeof schemas.publishedRow>;

/** A quantity, or its lowest and highest. */
export type PublishedNumber = NonNullable<PublishedRow['value']>;

export interface PublishedSpec {
  /** Who published it, and when. */
  readonly study: string;
  readonly rows: readonly PublishedRow[];
}

export type LimitsSpec = OutputOf<typeof schemas.limits>;

/** When EventBridge Scheduler starts it. */
export interface Schedule {
  /** Six fields: minutes hours day-of-month month day-of-week year. */
  readonly cron: string;
  /** Of the IANA list. */
  readonly timezone: string;
  /** What a start does whose predecessor still runs. */
  readonly overlap: 'refuse' | 'queue';
}

/** Hosts of one role, after references are filled in, for cells of one target. */
export interface Role extends Omit<OutputOf<typeof schemas.role>, 'mount'> {
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
  readonly limits: LimitsSpec;
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
