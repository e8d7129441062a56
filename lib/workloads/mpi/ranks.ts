/** Processes of a job, dealt out to hosts. */
import type * as z from 'zod';
import { errorAt, type Problem } from '../../shapes/problem';
import { about } from '../../shapes/setting';
import { also, whole } from '../fields';

/** How many processes a job has. */
export interface Ranks {
  /** Of all hosts together, the same number on each; of one host, as long as `ranksPerHost` stands beside it. */
  readonly ranks: number;
  /** As a spec may have it: gone as soon as the number of hosts is known. */
  readonly ranksPerHost?: number;
}

/** More are a slip of the pen: 4096 hosts of 64 processes. */
const MAX = { ranks: 262_144, ofHost: 1024 };

/** Settings by which a spec says it: one of them. @param example of all processes */
export function rankFields(example: number) {
  return {
    ranks: whole(1, MAX.ranks)
      .optional()
      .meta(also('np', 'tasks', 'numTasks', 'processes', 'numjobs'))
      .meta(
        about('Processes of all hosts together (`mpirun -np`), the same number on each. Or `ranksPerHost`.', {
          examples: [example],
        }),
      ),
    ranksPerHost: whole(1, MAX.ofHost)
      .optional()
      .meta(also('ppn', 'tasksPerNode', 'clientsPerNode', 'ranksPerNode'))
      .meta(
        about('Processes of each host, in place of `ranks`: where the number of hosts is a factor.', { examples: [4] }),
      ),
  };
}

interface Given {
  readonly ranks?: number | undefined;
  readonly ranksPerHost?: number | undefined;
}

/** For `superRefine`: that it is said, and once. */
export function oneOfRanks({ ranks, ranksPerHost }: Given, context: z.RefinementCtx): void {
  const said = (path: string, message: string): void => {
    context.addIssue({ code: 'custom', path: [path], message });
  };
  if (ranks === undefined && ranksPerHost === undefined)
    said('ranks', 'missing; allowed: `ranks`, processes of all hosts together, or `ranksPerHost`');
  if (ranks !== undefined && ranksPerHost !== undefined)
    said('ranksPerHost', 'stands beside `ranks`; allowed: one of them');
}

/** For `transform`. */
export function withRanks<P extends Given>(given: P): Omit<P, 'ranks' | 'ranksPerHost'> & Ranks {
  const { ranks, ranksPerHost, ...rest } = given;
  if (ranksPerHost !== undefined) return { ...rest, ranks: ranksPerHost, ranksPerHost };
  return { ...rest, ranks: ranks ?? 1 };
}

/** The processes of so many hosts. */
export function onHosts<P extends Ranks>(params: P, hosts: number): P {
  const { ranksPerHost, ...rest } = params;
  return ranksPerHost === undefined ? params : ({ ...rest, ranks: ranksPerHost * hosts } as unknown as P);
}

/** Each host has as many as the others, one at least; `path` is relative to the workload's entry in the spec. */
export function eachAlike(ranks: number, hosts: number): readonly Problem[] {
  if (ranks % hosts === 0) return [];
  const message = `found ${ranks}; allowed: multiples of ${hosts}: as many processes on each host; or \`ranksPerHost\``;
  return [errorAt('BadValue', ['ranks'], message)];
}
