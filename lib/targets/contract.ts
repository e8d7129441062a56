/**
 * What a target kind must offer. Adding one: a folder here, one line in `registry.ts`, one test, one fixture
 * (and its states in the machines where a new AWS call is needed).
 */
import type { z } from 'zod';
import type { LineItem } from '../experiment/plan';
import type { Problem } from '../experiment/problem';

/** What a target is told about the rig that it is made for. */
export interface RigContext {
  readonly executionId: string;
  readonly rig: string;
  /** Value of the tag `fsxbench:rig`. */
  readonly rigTag: string;
}

/** Texts of `workloads/<kind>/*.sh` by file name; read by the caller. */
export type TargetFiles = Readonly<Record<string, string>>;

export interface Target<C = unknown> {
  readonly kind: string;
  /** One sentence for lists and pages. */
  readonly summary: string;
  /** Lives on this machine: needs no AWS account, has no price. */
  readonly local: boolean;
  readonly schema: z.ZodType<C>;
  /** Rules beyond the schema; `path` is relative to the target's entry in the spec. */
  check(config: C): readonly Problem[];
  /** Lines for the boot script of every host of the rig: disks that must exist before the first command. */
  userData(config: C, rig: RigContext, files: TargetFiles): string;
  /** Script that makes `$FSXBENCH_ROOT/volumes/data` the place under test on every host, ready to write. */
  prepare(config: C, files: TargetFiles): string;
  /** Limits that were paid for, by metric: `bandwidth` bytes/s, `iops` ops/s; absent where nothing is promised. */
  entitlement(config: C): Readonly<Record<string, number>>;
  /** Price dimensions of `seconds` of this target. */
  lineItems(config: C, seconds: number): readonly LineItem[];
}
