/** What is said of a job file that can be executed: what of it is left out, and what it measures beside the storage. */
import type { Problem } from '../../../shapes/problem';
import type { JobFileParams } from '../schema';
import { readJobFile } from './read';

const OPEN = 'https://man7.org/linux/man-pages/man2/open.2.html';

/** Findings with paths relative to the workload's entry. */
export function check({ jobFile }: JobFileParams): readonly Problem[] {
  const { jobs, notes } = readJobFile(jobFile);
  const left = notes.map(
    ({ line, text }): Problem => ({
      severity: 'advice',
      code: 'JobFileLine',
      path: ['jobFile'],
      message: `line ${line}: ${text}`,
    }),
  );
  const buffered = jobs
    .filter(({ direct }) => !direct)
    .map(({ name, directReason }) => `[${name}] ${directReason}`)
    .join('; ');
  if (buffered === '') return left;
  const message = `${buffered}: buffered I/O measures memory where files fit into it; direct=1 measures the storage`;
  return [...left, { severity: 'advice', code: 'BufferedIo', path: ['jobFile'], message, source: OPEN }];
}
