/**
 * A parsed spec. Values remain as written (quantities are texts, references are `$name`), so that the spec can be
 * written and parsed again. Only `design` and `limits` have defaults filled in.
 */

import type * as z from 'zod';
import type * as schemas from './spec-schema';
import type { Level } from './spec-schema';

export type { Level, PartialCell, Scalar } from './spec-schema';

/** Factors that vary without being listed in `factors`. */
export const IMPLICIT_FACTORS = ['target', 'stage', 'workload'] as const;

/** Immutable output of a schema. */
type OutputOf<S extends z.ZodType> = DeepReadonly<z.output<S>>;
type DeepReadonly<T> = T extends object ? { readonly [K in keyof T]: DeepReadonly<T[K]> } : T;

/** Selection and repetition of configurations. */
export type Design = OutputOf<typeof schemas.designSchema>;

/** Search for the highest level of a factor that meets criteria, by bisection. */
export type SearchSpec = NonNullable<Design['search']>;

/** The section `decide` as written; `decision-rule.ts` has the parsed form. */
export type DecideSpec = OutputOf<typeof schemas.decideSchema>;

/** A criterion as written; `decision-rule.ts` has the parsed form. */
export type CriterionSpec = OutputOf<typeof schemas.criterionSchema>;

/** A published figure as written; `published-study.ts` has the parsed form. */
export type PublishedRow = OutputOf<typeof schemas.publishedRowSchema>;

/** A quantity, or its lowest and highest. */
export type PublishedNumber = NonNullable<PublishedRow['value']>;

export interface PublishedSpec {
  /** Authors and date. */
  readonly study: string;
  readonly rows: readonly PublishedRow[];
}

export type LimitsSpec = OutputOf<typeof schemas.limitsSchema>;

/** Schedule of EventBridge Scheduler. */
export interface Schedule {
  /** Six fields: minutes hours day-of-month month day-of-week year. */
  readonly cron: string;
  /** IANA time zone. */
  readonly timezone: string;
  /** What a scheduled start does while the previous execution runs. */
  readonly overlap: 'refuse' | 'queue';
  /** Executions that are started at once if one alone leaves the level of its history. */
  readonly confirm?: number | undefined;
}

/** Hosts of one role with references filled in, for configurations of one target. */
export interface Role extends Omit<OutputOf<typeof schemas.roleSchema>, 'mount'> {
  /** Mount options for the kind of the target; `none`: its hosts do not mount it. */
  readonly mount?: Readonly<Record<string, unknown>> | 'none' | undefined;
}

/** A target or workload as written: its kind and settings of that kind. */
export interface Entry {
  readonly kind: string;
  readonly [setting: string]: unknown;
}

export interface Spec {
  readonly schemaVersion: 1;
  readonly experiment: string;
  /** The question in words; absent: the report derives one. */
  readonly question?: string;
  readonly factors: Readonly<Record<string, readonly Level[]>>;
  readonly targets: Readonly<Record<string, Entry>>;
  readonly fleet: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly workloads: Readonly<Record<string, Entry>>;
  readonly design: Design;
  /** By name, for `decide.require`. */
  readonly criteria?: Readonly<Record<string, CriterionSpec>>;
  /** Without `decide` the report only describes, and there is no winner. */
  readonly decide?: DecideSpec;
  /** Shown next to results. */
  readonly published?: PublishedSpec;
  /** Server-side metrics with thresholds as written, for alarms of rigs. */
  readonly alarms?: Readonly<Record<string, string | number>> | undefined;
  readonly limits: LimitsSpec;
  /** Only for scheduled starts; executions ignore this section. */
  readonly schedule?: Schedule;
}

/** Sections in their usual order. */
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
