/** fio's option `ioengine`: what an engine reads and writes, and how many I/Os of a job it keeps in flight. */
import { createValueError } from '../../fields';
import table from './engines.json';

/**
 * An engine of https://fio.readthedocs.io/en/latest/fio_doc.html#i-o-engine. SPDK's plugins and DAOS poll from user
 * space; persistent memory is copied by the CPU.
 */
export interface Engine {
  /**
   * Where I/O goes: files of the kernel, i.e. through the page cache unless direct; memory-mapped files; a device or a
   * server without the page cache; names of files only; nowhere.
   */
  readonly reaches: 'files' | 'memory' | 'device' | 'network' | 'names' | 'nothing';
  /** Whether a job keeps only one I/O in flight, regardless of `iodepth`. */
  readonly isSynchronous: boolean;
  /** Whether the C library (glibc) has only one I/O of each file in flight, and queues the others. */
  readonly isSerial: boolean;
  /** Whether jobs use whole CPUs regardless of the load. */
  readonly polls: boolean;
}

const ENGINES: ReadonlyMap<string, Engine> = new Map(
  Object.entries(table).map(([name, row]) => {
    const [reaches, depth, ...flags] = row.split(' ');
    const engine = {
      reaches,
      isSynchronous: depth === 'one',
      isSerial: flags.includes('serial'),
      polls: flags.includes('polls'),
    };
    return [name, engine as Engine];
  }),
);
/** fio's default on Linux. */
const DEFAULT_ENGINE = 'psync';

/** Null for an unknown engine. @param name null for fio's default; plugins: `external:/folder/spdk_nvme` */
export function findEngine(name: string | null): Engine | null {
  const own = name ?? DEFAULT_ENGINE;
  return ENGINES.get(own.slice(own.lastIndexOf('/') + 1)) ?? null;
}

/** Files of a job: with some engines, one I/O of each is in flight. */
export function countFilesOfJob(option: (name: string) => string | null | undefined): number {
  return Math.max(Number(option('nrfiles') ?? 1), option('filename')?.split(':').length ?? 1);
}

export const DATA_ENGINES = ['auto', 'libaio', 'io_uring', 'psync', 'sync'] as const;
export const METADATA_ENGINES = ['filecreate', 'filestat', 'filedelete'] as const;

/** Data engines allowed in job files. */
export const JOB_FILE_ENGINES: readonly string[] = Object.entries(table).flatMap(([name, row]) =>
  row.endsWith(' job') ? [name] : [],
);

/** Whether a job keeps only one I/O in flight, regardless of `iodepth`. @param engine null for fio's default */
export function isSynchronous(engine: string | null): boolean {
  return findEngine(engine)?.isSynchronous === true;
}

/** Whether I/O creates, looks up or deletes names. Its printed bandwidth is operations × block size, no transfer. */
export function isMetadataEngine(engine: string | null): boolean {
  return findEngine(engine)?.reaches === 'names';
}

export function explainUnknownEngine(issue: { readonly input?: unknown }): string {
  const refused = createValueError([...DATA_ENGINES, ...METADATA_ENGINES].join(', '))(issue);
  if (!/^dir(?:create|stat|delete)$/.test(String(issue.input))) return refused;
  // Added 2024-03-22 (https://kernel.org/pub/scm/linux/kernel/git/axboe/fio.git/log/examples); 3.36: November 2023.
  return (
    `${refused}; fio added directory engines after version 3.36, and Debian 12 has 3.33; use a workload of kind ` +
    'metadata or mdtest, which create, look up and remove directories'
  );
}
