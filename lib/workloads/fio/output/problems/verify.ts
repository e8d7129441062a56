/** Results of fio's verification: data that differs from the written data, and reads that are not part of the load. */
import { findWeakVerify } from '../../options/verify-methods';
import { getOption } from '../job';
import type { Run } from '../runs';

/** EILSEQ, fio's error number for data that differs from the written data. */
export const EILSEQ_ERRNO = 84;
/** Of `verify: bad magic header 0, wanted acca at file F offset 0, length 4096`: threads print in between. */
const MISMATCH = / at file (.{1,300}?) offset (\d+), length (\d+)/g;
/** Maximum number of places that a text names. */
const MAX_PLACES = 3;

/**
 * Reports data that differs from the written data; null if there is none. With `continue_on_error=verify`, fio 3.33
 * exits with code 0: recorded in test/recorded/fio/verify-failed.json. If a block has several headers and its last part
 * is correct, it also exits with 0 and counts no error: readback-silent.txt there.
 * @param around text around the JSON
 * @param runs all runs of the result, including this one
 */
export function findBadData({ label, jobs }: Run, around: string, runs: readonly Run[]): string | null {
  const bad = jobs.filter(isMismatch);
  const unnoticed =
    jobs.some(hasVerify) && !runs.some((run) => run.jobs.some(isMismatch)) && listPlaces(around).length > 0;
  if (bad.length === 0 && !unnoticed) return null;
  const count = bad.reduce((sum, { failedIos }) => sum + failedIos, 0);
  const what = count > 0 ? `${count} of its blocks` : 'at least one of its blocks';
  const places = listPlaces(around);
  const more = places.length > MAX_PLACES ? `; and ${places.length - MAX_PLACES} more` : '';
  const where = places.length === 0 ? '' : `: ${places.slice(0, MAX_PLACES).join('; ')}${more}`;
  return `job ${label} read back data that differs from what it wrote, in ${what}${where}`;
}

/** Reads that verify the writes of a job; null if there are none. */
export function findReadBack({ label, jobs, directions }: Run): string | null {
  const reads = directions.find(({ operation }) => operation === 'read')?.ios ?? 0;
  const verifies = (job: VerifyJob): boolean => hasVerify(job) && getOption(job, 'do_verify') !== '0';
  if (reads === 0 || !jobs.some((job) => verifies(job) && /write|rw/.test(getRw(job)))) return null;
  return `job ${label} writes: its ${reads} reads include those of verify, which are not part of the load`;
}

/** Why verification without a mismatch proves nothing about the data; null if it does, or if nothing was read. */
export function findUnproven({ label, jobs, directions }: Run, version: string | null): string | null {
  const [fault] = jobs.flatMap((job) => findWeakVerify(getOption(job, 'verify') ?? '', version) ?? []);
  if (fault === undefined || !directions.some(({ operation }) => operation === 'read')) return null;
  return `job ${label} may have read damaged data without noticing: ${fault.does}; ${fault.remedy}`;
}

function isMismatch(job: VerifyJob): boolean {
  return job.error === EILSEQ_ERRNO && hasVerify(job);
}

type VerifyJob = Run['jobs'][number];

/** Whether reads of a job are compared with the written data. */
export function hasVerify(job: VerifyJob): boolean {
  const method = getOption(job, 'verify');
  // `null` also reads back (measured with 3.33).
  return method !== null && method !== '0';
}

/** Whether verification is counted among the reads of a mix, over a longer time than the writes. */
export function mixesVerification({ jobs: [first], directions }: Pick<Run, 'jobs' | 'directions'>): boolean {
  return first !== undefined && directions.length > 1 && hasVerify(first) && !isWriteOnly(first);
}

function isWriteOnly(job: VerifyJob): boolean {
  return /^(?:rand)?write(?::|$)/.test(getRw(job));
}

function getRw(job: VerifyJob): string {
  return getOption(job, 'rw') ?? getOption(job, 'readwrite') ?? '';
}

/** Files and offsets of texts about corrupt data, each listed once. */
function listPlaces(around: string): readonly string[] {
  const found = [...around.matchAll(MISMATCH)].map(
    ([, file = '', offset = '', length = '']) => `${file} from byte ${offset}, ${length} bytes`,
  );
  return [...new Set(found)];
}
