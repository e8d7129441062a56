/**
 * What a spec may ask for and nothing can execute yet: it is read, checked, planned and priced all the same. Whoever
 * builds one of these deletes its line here, and the compiler names what it still lacks.
 */

/** Kinds of workloads that have no scripts and no reader of what their tools print. */
export const UNSUPPORTED_KINDS = ['kafka-omb', 'kafka-perf', 'database'] as const;

/** See {@link UNSUPPORTED_KINDS}. */
export type UnsupportedKind = (typeof UNSUPPORTED_KINDS)[number];

/** Parts of the language: {@link findNotBuilt} of `experiment/reading` knows how each is found in a spec. */
export const UNSUPPORTED_PARTS = ['events', 'every', 'search'] as const;

/** See {@link UNSUPPORTED_PARTS}. */
export type UnsupportedPart = (typeof UNSUPPORTED_PARTS)[number];

/** Whether a kind of workload can be planned only. */
export function isUnsupported(kind: string): boolean {
  return (UNSUPPORTED_KINDS as readonly string[]).includes(kind);
}
