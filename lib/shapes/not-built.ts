/**
 * What a spec may ask for and nothing can execute yet: it is read, checked, planned and priced all the same. Whoever
 * builds one of these deletes its line here, and the compiler names what it still lacks.
 */

/** Kinds of workloads that have no scripts and no reader of what their tools print. */
export const NOT_BUILT_KINDS = ['kafka-omb', 'kafka-perf', 'database'] as const;

/** See {@link NOT_BUILT_KINDS}. */
export type NotBuiltKind = (typeof NOT_BUILT_KINDS)[number];

/** Parts of the language: {@link notBuiltIn} of `experiment/reading` knows how each is found in a spec. */
export const NOT_BUILT_PARTS = ['events', 'every', 'search'] as const;

/** See {@link NOT_BUILT_PARTS}. */
export type NotBuiltPart = (typeof NOT_BUILT_PARTS)[number];

/** Whether a kind of workload can be planned only. */
export function isNotBuilt(kind: string): boolean {
  return (NOT_BUILT_KINDS as readonly string[]).includes(kind);
}
