/** Processes of a job, dealt out to hosts. */
import { errorAt, type Problem } from '../../shapes/problem';

/** Each host has as many as the others, one at least; `path` is relative to the workload's entry in the spec. */
export function eachAlike(ranks: number, hosts: number): readonly Problem[] {
  if (ranks % hosts === 0) return [];
  const message = `found ${ranks}; allowed: multiples of ${hosts}: as many processes on each host`;
  return [errorAt('BadValue', ['ranks'], message)];
}
