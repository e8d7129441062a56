/**
 * Features that can be checked, planned and priced, but not executed yet. To implement one, delete its line here: the
 * compiler then lists the missing parts.
 */

/** Workload kinds without scripts and output parser. */
export const UNSUPPORTED_KINDS = ['kafka-omb', 'kafka-perf'] as const;

/** See {@link UNSUPPORTED_KINDS}. */
export type UnsupportedKind = (typeof UNSUPPORTED_KINDS)[number];

/** Parts of specs, detected by {@link findNotBuilt} in `experiment/reading`. */
export const UNSUPPORTED_PARTS = ['events'] as const;

/** See {@link UNSUPPORTED_PARTS}. */
export type UnsupportedPart = (typeof UNSUPPORTED_PARTS)[number];

/** Whether a workload kind can only be planned. */
export function isUnsupported(kind: string): boolean {
  return (UNSUPPORTED_KINDS as readonly string[]).includes(kind);
}
