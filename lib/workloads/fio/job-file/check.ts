/** What is said of a job file that can be executed: what of it is left out, and what it measures beside the storage. */
import type { Problem } from '../../../shapes/problem';
import { groupBy } from '../../../shapes/group';
import { hotAdvice, thinAdvice } from '../options/check';
import type { JobFileParams } from '../schema';
import { atLine } from './field';
import { type FileJob, readJobFile, thinOf } from './read';
import { SIZE_OPTIONS, sizeOf } from './values';

const TYPES = 'https://fio.readthedocs.io/en/latest/fio_doc.html#parameter-types';
const OPEN = 'https://man7.org/linux/man-pages/man2/open.2.html';

/** Findings with paths relative to the workload's entry. */
export function check({ jobFile }: JobFileParams): readonly Problem[] {
  const { jobs, notes, unknown } = readJobFile(jobFile);
  const path = ['jobFile'];
  const left = notes.map((note): Problem => ({ severity: 'advice', code: 'JobFileLine', path, ...atLine(note) }));
  const unheard = unknown.map((one): Problem => ({ severity: 'warning', code: 'UnknownOption', path, ...atLine(one) }));
  const units = [...new Set(jobs.flatMap(ofThousands))].map(
    (message): Problem => ({ severity: 'warning', code: 'ThousandBytes', path, message, source: TYPES }),
  );
  const data = [...jobs.flatMap(ofOffsets), ...[...groupBy(jobs, thinOf)].flatMap(ofData)];
  const before = [...unheard, ...units, ...left, ...data];
  const buffered = jobs
    .filter(({ direct }) => !direct)
    .map(({ name, directReason }) => `[${name}] ${directReason}`)
    .join('; ');
  if (buffered === '') return before;
  const message = `${buffered}: buffered I/O measures memory where files fit into it; direct=1 measures the storage`;
  return [...before, { severity: 'advice', code: 'BufferedIo', path, message, source: OPEN }];
}

/** Direct I/O with blocks of 4,000 bytes fails; of a size, nobody notices. */
function ofThousands({ options }: FileJob): readonly string[] {
  const found = [...options].flatMap(([name, value]) =>
    SIZE_OPTIONS.has(name)
      ? [...value.matchAll(/\b(\d+)([kmgtp])ib\b/gi)].map((match) => ({ name, value, match }))
      : [],
  );
  return found.flatMap(({ name, value, match: [written, digits, unit] }) => {
    const meant = `${digits ?? ''}${unit?.toLowerCase() ?? ''}`;
    const [taken, wanted] = [sizeOf(written), sizeOf(meant)];
    if (taken === null || wanted === null) return [];
    return [`${name}=${value}: ${written} is ${taken} bytes for fio, and not ${wanted}; write ${meant} for these`];
  });
}

function ofOffsets({ name, rw, options }: FileJob): readonly Problem[] {
  const distribution = options.get('random_distribution') ?? 'random';
  if (!rw.startsWith('rand') || distribution === 'random') return [];
  const { code, message } = hotAdvice(distribution);
  return [{ severity: 'advice', code, path: ['jobFile'], message: `[${name}] ${message}` }];
}

function ofData([clause, jobs]: readonly [string | null, readonly FileJob[]]): readonly Problem[] {
  if (clause === null) return [];
  const { code, message } = thinAdvice(clause);
  const names = jobs.map(({ name }) => `[${name}]`).join(', ');
  return [{ severity: 'advice', code, path: ['jobFile'], message: `${names} ${message}` }];
}
