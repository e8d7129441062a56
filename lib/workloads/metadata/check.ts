/** Rules beyond the schema: operations that lack what they work on, and what the memory of hosts would answer. */
import type { Problem } from '../../shapes/problem';
import { factsOf } from './operations';
import type { MetadataParams } from './schema';

/** Below, starting processes weighs as much as what they do. */
const LEAST_SECONDS = 2;
/** A trial of so many phases lasts longer than batches do. */
const MOST_SECONDS = 3600;

/** Findings with paths relative to the workload's entry. */
export function check({ operations, runtime, shiftRanks }: MetadataParams): readonly Problem[] {
  const found: Problem[] = [];
  const error = (code: string, name: string, message: string): void => {
    found.push({ severity: 'error', code, path: [name], message });
  };
  for (const name of operations) {
    const { needs } = factsOf(name);
    if (needs !== undefined && !operations.includes(needs))
      error('NothingToWorkOn', 'operations', `\`${name}\` works on what \`${needs}\` makes: add \`${needs}\``);
  }
  if (runtime < LEAST_SECONDS || runtime > MOST_SECONDS) {
    const message = `found ${runtime} s; allowed: ${LEAST_SECONDS} to ${MOST_SECONDS} s an operation`;
    error('OutOfRange', 'runtime', message);
  }
  if (!shiftRanks && operations.some((name) => factsOf(name).looks)) {
    const message =
      'lookups and reads ask the host that made the file: its memory may answer, and the figures be many times those ' +
      'of the file system. `shiftRanks: true` asks another host';
    found.push({ severity: 'advice', code: 'OwnFilesRead', path: ['shiftRanks'], message });
  }
  return found;
}

/** Each host has a process, or it is paid for nothing, and gives no figure. */
export function ofHosts({ ranks }: MetadataParams, hosts: number): readonly Problem[] {
  if (ranks >= hosts) return [];
  const message = `found ${ranks}; allowed: ${hosts} and more, one for each host at least`;
  return [{ severity: 'error', code: 'IdleHosts', path: ['ranks'], message }];
}
