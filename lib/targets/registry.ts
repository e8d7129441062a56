/** All target kinds. Adding one is one line here. */
import type { Target } from './contract';
import { fsxLustre } from './fsx-lustre/target';
import { fsxOpenZfs } from './fsx-openzfs/target';
import { directory } from './directory/target';

const TARGETS: Readonly<Record<string, Target>> = {
  directory: directory,
  'fsx-lustre': fsxLustre,
  'fsx-openzfs': fsxOpenZfs,
};

/** Kinds that a spec may name, in the order of the registry. */
export const TARGET_KINDS: readonly string[] = Object.keys(TARGETS);

/** The target of a kind; undefined where there is none. */
export function targetOf(kind: string): Target | undefined {
  return Object.hasOwn(TARGETS, kind) ? TARGETS[kind] : undefined;
}
