/** Where a run worked, by the names of its files. */
import { type Job, optionOf } from '../job';
import type { Run } from '../runs';

/** Files that are memory, or nothing at all. */
const NO_STORAGE: readonly (readonly [beginning: RegExp, what: string])[] = [
  [/^\/dev\/(zero|null|full|u?random)$/, 'which is no storage'],
  [/^\/dev\/shm(\/|$)/, 'which is memory of the host'],
];

/**
 * Why a run measured no storage, by the names of its files; null where they say nothing. Trials know where their files
 * lie: there, memory may be what is measured.
 */
export function withoutStorage({ jobs, label }: Run): string | null {
  for (const job of jobs) {
    for (const place of placesOf(job)) {
      const what = NO_STORAGE.find(([beginning]) => beginning.test(place))?.[1];
      if (what !== undefined) return `job ${label} worked on ${place}, ${what}: no storage was measured`;
    }
  }
  return null;
}

/** Names of files as fio opens them: several with colons between, each below `directory` unless it is absolute. */
function placesOf(job: Job): readonly string[] {
  const names = parts(optionOf(job, 'filename'));
  const folders = parts(optionOf(job, 'directory'));
  return [...names, ...(names.length > 0 && names.every((one) => one.startsWith('/')) ? [] : folders)];
}

function parts(text: string | null): readonly string[] {
  if (!text?.includes(':')) return text ? [text] : [];
  return text.split(/(?<!\\):/).flatMap((one) => (one === '' ? [] : [one.replaceAll('\\:', ':')]));
}
