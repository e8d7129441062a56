/** What is said of a job file that can be executed: what of it is left out, and what it measures beside the storage. */
import type { Problem } from '../../../shapes/problem';
import type { JobFileParams } from '../schema';
import { atLine } from './field';
import { readJobFile } from './read';

const OPEN = 'https://man7.org/linux/man-pages/man2/open.2.html';

/** Findings with paths relative to the workload's entry. */
export function check({ jobFile }: JobFileParams): readonly Problem[] {
  const { jobs, notes, unknown } = readJobFile(jobFile);
  const path = ['jobFile'];
  const left = notes.map((note): Problem => ({ severity: 'advice', code: 'JobFileLine', path, ...atLine(note) }));
  const unheard = unknown.map((one): Problem => ({ severity: 'warning', code: 'UnknownOption', path, ...atLine(one) }));
  const buffered = jobs
    .filter(({ direct }) => !direct)
    .map(({ name, directReason }) => `[${name}] ${directReason}`)
    .join('; ');
  if (buffered === '') return [...unheard, ...left];
  const message = `${buffered}: buffered I/O measures memory where files fit into it; direct=1 measures the storage`;
  return [...unheard, ...left, { severity: 'advice', code: 'BufferedIo', path, message, source: OPEN }];
}
