/** fio's option `ioengine`: engines of data, those of files alone, and what is said of those of directories. */
import { mustBe } from '../../fields';

export const DATA_ENGINES = ['auto', 'libaio', 'io_uring', 'psync', 'sync'] as const;
export const METADATA_ENGINES = ['filecreate', 'filestat', 'filedelete'] as const;

/** Engines of data that job files may have, and whether more than one I/O of a job is in flight. */
export const ENGINES: Readonly<Record<string, boolean>> = {
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

/** Whether a job has one I/O in flight, whatever `iodepth` says. @param engine null for fio's own, psync */
export function isSynchronous(engine: string | null): boolean {
  return engine === null || ENGINES[engine] === false;
}

/** https://kernel.org/pub/scm/linux/kernel/git/axboe/fio.git/log/examples: of 2024-03-22; 3.36 is of November 2023. */
const DIRECTORY_ENGINES: readonly unknown[] = ['dircreate', 'dirstat', 'dirdelete'];

/** The message where an engine is not one of ours. */
export function refuseEngine(issue: { readonly input?: unknown }): string {
  const refused = mustBe([...DATA_ENGINES, ...METADATA_ENGINES].join(', '))(issue);
  if (!DIRECTORY_ENGINES.includes(issue.input)) return refused;
  return (
    `${refused}; fio has engines of directories after version 3.36 only, and Debian 12 brings 3.33: take a workload ` +
    'of kind metadata or mdtest, which make, look up and remove directories'
  );
}
