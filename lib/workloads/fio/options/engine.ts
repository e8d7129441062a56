/** fio's option `ioengine`: engines for data and for file operations, and why engines for directories are refused. */
import { createValueError } from '../../fields';

export const DATA_ENGINES = ['auto', 'libaio', 'io_uring', 'psync', 'sync'] as const;
export const METADATA_ENGINES = ['filecreate', 'filestat', 'filedelete'] as const;

/** Data engines allowed in job files, and whether a job can keep several I/Os in flight with them. */
export const JOB_FILE_ENGINES: Readonly<Record<string, boolean>> = {
  psync: false,
  sync: false,
  vsync: false,
  pvsync: false,
  pvsync2: false,
  mmap: false,
  libaio: true,
  posixaio: true,
  io_uring: true,
};

/** Whether a job keeps only one I/O in flight, regardless of `iodepth`. @param engine null for fio's default, psync */
export function isSynchronous(engine: string | null): boolean {
  return engine === null || JOB_FILE_ENGINES[engine] === false;
}

/** Added 2024-03-22 (https://kernel.org/pub/scm/linux/kernel/git/axboe/fio.git/log/examples); 3.36: November 2023. */
const DIRECTORY_ENGINES: readonly unknown[] = ['dircreate', 'dirstat', 'dirdelete'];

export function explainUnknownEngine(issue: { readonly input?: unknown }): string {
  const refused = createValueError([...DATA_ENGINES, ...METADATA_ENGINES].join(', '))(issue);
  if (!DIRECTORY_ENGINES.includes(issue.input)) return refused;
  return (
    `${refused}; fio added directory engines after version 3.36, and Debian 12 has 3.33; use a workload of kind ` +
    'metadata or mdtest, which create, look up and remove directories'
  );
}
