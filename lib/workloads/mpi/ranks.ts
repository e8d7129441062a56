/** Number of processes of a job, and their distribution over hosts. */
import type * as z from 'zod';
import { listBroken, type Problem } from '../../shapes/problem';
import { describeFields } from '../../shapes/setting';
import { createIntegerSchema } from '../fields';
import rules from '../rules.json';
import words from '../settings.json';

export interface Ranks {
  /** Number of processes: of all hosts, evenly distributed, or per host while `ranksPerHost` is set. */
  readonly ranks: number;
  /** From the spec; removed once the number of hosts is known. */
  readonly ranksPerHost?: number;
}

/** Upper bound against typing errors: 4096 hosts with 64 processes each. */
const MAX_RANKS = { ranks: 262_144, ofHost: 1024 };

/** Settings of a spec that exclude each other. */
export const RANK_SCHEMAS = describeFields(words.ranks, {
  ranks: createIntegerSchema(1, MAX_RANKS.ranks).optional(),
  ranksPerHost: createIntegerSchema(1, MAX_RANKS.ofHost).optional(),
});

interface RankSettings {
  readonly ranks?: number | undefined;
  readonly ranksPerHost?: number | undefined;
}

/** Requires exactly one of the settings; for `superRefine`. */
export function requireRanks({ ranks, ranksPerHost }: RankSettings, context: z.RefinementCtx): void {
  const said = (path: string, message: string): void => {
    context.addIssue({ code: 'custom', path: [path], message });
  };
  if (ranks === undefined && ranksPerHost === undefined)
    said('ranks', 'is missing; allowed: `ranks` (processes of all hosts together) or `ranksPerHost`');
  if (ranks !== undefined && ranksPerHost !== undefined)
    said('ranksPerHost', 'conflicts with `ranks`; allowed: one of them');
}

/** For `transform`. */
export function toRanks<P extends RankSettings>(given: P): Omit<P, 'ranks' | 'ranksPerHost'> & Ranks {
  const { ranks, ranksPerHost, ...rest } = given;
  if (ranksPerHost !== undefined) return { ...rest, ranks: ranksPerHost, ranksPerHost };
  return { ...rest, ranks: ranks ?? 1 };
}

/** Replaces `ranksPerHost` by the total number of processes. */
export function setHostCount<P extends Ranks>(params: P, hosts: number): P {
  const { ranksPerHost, ...rest } = params;
  return ranksPerHost === undefined ? params : ({ ...rest, ranks: ranksPerHost * hosts } as unknown as P);
}

/** Each host must have the same number of processes, at least one; `path` is relative to the workload's entry. */
export function checkEvenRanks(ranks: number, hosts: number): readonly Problem[] {
  return listBroken([ranks % hosts !== 0, rules.unequalRanks, { ranks, hosts }]);
}
