/**
 * Jobs of a file that verify, in the one form in which fio's own order leaves figures true: a job writes all of its
 * size once, and reads it back when that is over, alone, on one host. fio counts the seconds of both apart.
 */
import { formatBytes } from '../../../shapes/quantity';
import type { Reason } from '../../../shapes/verdict';
import { errorAt, type Problem } from '../../../shapes/problem';
import { directionsIn, type Rw } from '../options/operations';
import type { Run } from '../output/runs';
import { METHOD_NAMES } from './methods';

/** What is asked of a job here. */
interface JobToVerify {
  readonly name: string;
  readonly rw: Rw;
  /** Bytes of an I/O; null where they differ. */
  readonly bs: number | null;
  readonly numjobs: number;
  readonly timeBased: boolean;
  readonly direct: boolean;
  readonly directReason: string;
  readonly size: number;
  readonly turn: number;
  readonly options: ReadonlyMap<string, string>;
}

/** Whether a job reads back what it has written. */
export function verifies({ options }: Pick<JobToVerify, 'options'>): boolean {
  return options.has('verify');
}

/** Options by which some blocks would be written twice, or never, or by others. */
const NOT_ONCE = [
  'loops',
  'io_size',
  'number_ios',
  'norandommap',
  'random_distribution',
  'bssplit',
  'bsrange',
  'bs_unaligned',
  'filename',
  'filename_format',
  'nrfiles',
];

/** What of a job that verifies cannot be, by the option at which it points. */
export function verifyFaults(
  job: Omit<JobToVerify, 'turn'>,
): readonly { readonly option: string; readonly why: string }[] {
  if (!verifies(job)) return [];
  const method = job.options.get('verify') ?? '';
  const found = NOT_ONCE.filter((name) => job.options.has(name)).map((option) => ({
    option,
    why: `${option} with verify: blocks would be written twice, never, or by others; leave one of the two out`,
  }));
  if (!(METHOD_NAMES as readonly string[]).includes(method))
    found.push({ option: 'verify', why: `verify=${method} is not allowed; allowed: ${METHOD_NAMES.join(', ')}` });
  if (job.rw !== 'write' && job.rw !== 'randwrite')
    found.push({
      option: 'verify',
      why: `verify with rw=${job.rw}: reads that verify would count among its own; take write or randwrite`,
    });
  if (job.timeBased)
    found.push({
      option: 'time_based',
      why: 'time_based with verify: the time ends before fio reads back what it wrote last; leave time_based out here',
    });
  if (!job.direct)
    found.push({
      option: 'verify',
      why:
        `verify of buffered I/O (${job.directReason}): what is read back is in the memory of the host; ` +
        'write direct=1',
    });
  if (job.numjobs > 1)
    found.push({
      option: 'numjobs',
      why: 'numjobs with verify: a clone that is done would read back while others are measured; take one',
    });
  return found;
}

/** Jobs that verify and are not alone in their turn. */
export function notAlone<J extends Pick<JobToVerify, 'turn' | 'options'>>(jobs: readonly J[]): readonly J[] {
  return jobs.filter((job) => verifies(job) && jobs.some((other) => other !== job && other.turn === job.turn));
}

/** Several hosts are never done with writing at one moment. */
export function ofHosts(jobs: readonly JobToVerify[], hosts: number): readonly Problem[] {
  const [first] = jobs.filter(verifies);
  if (hosts === 1 || first === undefined) return [];
  const message =
    `[${first.name}] verifies, and there are ${hosts} hosts: the first that has written all would read back while ` +
    'others are measured; take one host, or a workload with `verify` in place of a job file';
  return [errorAt('VerifyHosts', ['jobFile'], message)];
}

/** A run without the reads by which its job verified: nobody asked for them as a load. */
export function withoutReadBack(run: Run, job: Pick<JobToVerify, 'rw' | 'options'>): Run {
  if (!verifies(job)) return run;
  const wanted: readonly string[] = directionsIn(job.rw);
  return { ...run, directions: run.directions.filter(({ operation }) => wanted.includes(operation)) };
}

/** Was all read back that a job has written? @param host as texts name it, with its job */
export function judgeVerified(
  host: string,
  run: Run,
  job: Pick<JobToVerify, 'bs' | 'size' | 'options'>,
): readonly Reason[] {
  if (!verifies(job)) return [];
  const read = run.directions.find(({ operation }) => operation === 'read')?.bytes ?? 0;
  const size = `${formatBytes(read)} of the ${formatBytes(job.size)} that it was to write`;
  // Of a size that is no whole number of blocks the rest is not written.
  if (job.size - read < Math.max(1, job.bs ?? 1)) {
    const method = job.options.get('verify') ?? '';
    const text = `${host}: what it had written was read back, and was that (verify: ${method})`;
    return [{ level: 'note', code: 'Verified', text }];
  }
  const text = `${host}: ${size} were read back: its runtime was over before, or it failed; give a longer runtime`;
  return [{ level: 'invalid', code: 'NotVerified', text }];
}
