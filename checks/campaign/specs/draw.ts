/** Random values from `values.yaml`: mostly valid, so that most specs are valid, and mistakes occur one at a time. */
import fc from 'fast-check';

/** A block of a spec. */
export type Settings = Readonly<Record<string, unknown>>;

/** A list of values, right and wrong ones, or a block; see `values.yaml`. */
export type ValueNode =
  | readonly unknown[]
  | { readonly right: readonly unknown[]; readonly wrong: readonly unknown[] }
  | BlockNode;

/** A block with its settings. */
export interface BlockNode {
  readonly needed?: Readonly<Record<string, ValueNode>>;
  readonly optional?: Readonly<Record<string, ValueNode>>;
  readonly stages?: ValueNode | { readonly inOrder: readonly BlockNode[] };
}

/** One of this many values is invalid. */
const WRONG_ONE_OF = 60;

/** Mostly a valid value. */
export function likely<T, U>(right: fc.Arbitrary<T>, wrong: fc.Arbitrary<U>): fc.Arbitrary<T | U> {
  return fc.oneof({ weight: WRONG_ONE_OF - 1, arbitrary: right }, { weight: 1, arbitrary: wrong });
}

export function drawValue(node: ValueNode): fc.Arbitrary<unknown> {
  if (Array.isArray(node)) return fc.constantFrom(...(node as readonly unknown[]));
  if ('right' in node) return likely(fc.constantFrom(...node.right), fc.constantFrom(...node.wrong));
  return drawBlock(node as BlockNode);
}

/** A block with all of `needed`, with a rare omission, any of `optional`, and its stages. */
export function drawBlock({ needed = {}, optional = {}, stages }: BlockNode): fc.Arbitrary<Settings> {
  const names = Object.keys(needed);
  const nothing = fc.constant(undefined);
  const forgotten = names.length === 0 ? nothing : likely(nothing, fc.constantFrom(...names));
  return fc
    .tuple(
      fc.record(drawEach(needed)),
      fc.record(drawEach(optional), { requiredKeys: [] }),
      forgotten,
      stages === undefined ? nothing : drawStages(stages),
    )
    .map(([must, may, without, drawn]) => {
      const all: Record<string, unknown> = { ...must, ...may };
      if (without !== undefined) Reflect.deleteProperty(all, without);
      return drawn === undefined ? all : { ...all, stages: nameValues('s', drawn) };
    });
}

/** One of several blocks, by their weights. */
export function drawOne(blocks: readonly (BlockNode & { readonly weight: number })[]): fc.Arbitrary<Settings> {
  return fc.oneof(...blocks.map((block) => ({ weight: 10 * block.weight, arbitrary: drawBlock(block) })));
}

/** `{ s0: …, s1: … }`. */
export function nameValues<T>(prefix: string, values: readonly T[]): Record<string, T> {
  return Object.fromEntries(values.map((value, index) => [`${prefix}${index}`, value]));
}

function drawEach(nodes: Readonly<Record<string, ValueNode>>): Record<string, fc.Arbitrary<unknown>> {
  return Object.fromEntries(Object.entries(nodes).map(([name, node]) => [name, drawValue(node)]));
}

function drawStages(stages: NonNullable<BlockNode['stages']>): fc.Arbitrary<unknown[]> {
  if ('inOrder' in stages) return fc.tuple(...stages.inOrder.map(drawBlock));
  const selector = (stage: unknown): string => JSON.stringify(stage);
  return fc.uniqueArray(drawValue(stages), { minLength: 2, maxLength: 3, selector });
}
