/** Fewer mutants where there are too many, the same ones each time. */
import { createHash } from 'node:crypto';
import type { Mutant } from './generate';

/** What was kept, and what was left out of which kind. */
export interface Drawn {
  readonly mutants: readonly Mutant[];
  readonly left: readonly {
    readonly machine: string;
    readonly operator: string;
    readonly kept: number;
    readonly of: number;
  }[];
}

/**
 * Keeps at most `limit` mutants of each operator in each machine, drawn by the hash of seed and id: a mutant that is
 * added or taken away changes the draw of few others. The order is kept.
 */
export function draw(mutants: readonly Mutant[], limit: number, seed: string): Drawn {
  const kinds = new Map<string, Mutant[]>();
  for (const mutant of mutants) {
    const kind = `${mutant.machine} ${mutant.operator}`;
    kinds.set(kind, [...(kinds.get(kind) ?? []), mutant]);
  }
  const kept = new Set<Mutant>();
  const left: Drawn['left'][number][] = [];
  for (const group of kinds.values()) {
    const ranked = [...group].sort((a, b) => (rank(seed, a.id) < rank(seed, b.id) ? -1 : 1));
    for (const mutant of ranked.slice(0, limit)) kept.add(mutant);
    const [first] = group;
    if (group.length <= limit || first === undefined) continue;
    left.push({ machine: first.machine, operator: first.operator, kept: limit, of: group.length });
  }
  return { mutants: mutants.filter((mutant) => kept.has(mutant)), left };
}

function rank(seed: string, id: string): string {
  return createHash('sha256').update(`${seed}\n${id}`).digest('hex');
}
