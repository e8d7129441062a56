/** Fixtures of `fio`: the tool, and one set of files for all configurations of a target instance. */
import { sumAll } from '../../shapes/collections';
import { type Fixture, makeFixtureKey } from '../../shapes/fixture';
import type { TargetContext, ScriptFiles } from '../contract';
import type { StoredData } from '../plannable';
import { bindToTarget, renderScript } from '../shell';
import { createPackageFixture } from '../tool';
import { listFileBytes, getJobFolderName, renderLayout } from './job-file/layout';
import { type DataParams, type FioParams, isCell, isJobFile, isMetadata, type FileOpParams } from './schema';
import { getFileSetPrefix } from './options/options';
import { FILE_CREATION_RATE, PARALLEL_CREATES, SHELL_SCRIPTS } from './cell/steps';
import { BYTES_PER_HEADER } from './options/verify-methods';

/** Block size for filling files, bytes. File sizes are multiples of the block size. */
const FILL_BLOCK = 1024 ** 2;
/** Fill rate of one host, bytes/s: planned rate, and minimum rate before the step times out. */
const FILL_RATE = { expected: 200e6, least: 10e6 };
/** Seconds to remove the files: large files do not take longer, and files for stat are small. Assumed. */
const REMOVE_SECONDS = 600;

/** Fixtures: the tool, and the files that all configurations of the role read, write or stat. */
export function listFixtures(params: FioParams, place: TargetContext<FioParams>): readonly Fixture[] {
  const install = createPackageFixture('fio', [params.role], { seconds: 2, files: ['install.sh'] }, place.files);
  // Engines that create or delete files need no existing files.
  const works = isJobFile(params) || !isMetadata(params) || params.ioengine === 'filestat';
  return works ? [install, getDataFixture(params.role, place)] : [install];
}

/** Stored data: the maximum file size over all configurations, for each role, kind of data and job number. */
export function listStoredData(cells: readonly FioParams[]): readonly StoredData[] {
  return [...new Set(cells.map(({ role }) => role))].map((role) => {
    const own = cells.filter((cell) => cell.role === role);
    const parts = [...listSizes(groupFileSets(listDataCells(own))), ...listJobFiles(own).flatMap(listFileBytes)];
    const count = countFiles(own);
    return { role, parts, setting: 'size', ...(count === 0 ? {} : { names: { count, setting: 'nrfiles' } }) };
  });
}

/** The most files of file engines: those to stat stay, and each trial creates or deletes its own. */
function countFiles(cells: readonly FioParams[]): number {
  const engines = cells.filter(isCell).filter((cell) => isMetadata(cell));
  const made = engines.filter(({ ioengine }) => ioengine !== 'filestat').map((cell) => cell.numjobs * cell.nrfiles);
  return Math.max(0, ...made) + sumAll(countStatFiles(listStatCells(cells)));
}

/** Longest wait until the storage frees removed space, seconds; `SPACE_SECONDS` in `workloads/fio/fill.sh`. */
const FREE_SPACE_SECONDS = 300;

/** Cache by the configurations of a target instance: thousands of configurations in a plan share the fixture. */
const FIXTURE_CACHE = new WeakMap<readonly FioParams[], Map<string, Fixture>>();

function getDataFixture(role: string, place: TargetContext<FioParams>): Fixture {
  const { cells, copy, copies, mounts, stored } = place;
  const known = FIXTURE_CACHE.get(cells) ?? new Map<string, Fixture>();
  FIXTURE_CACHE.set(cells, known);
  const name = JSON.stringify([role, copy, copies, mounts.map(({ slot, roles }) => [slot, roles]), stored]);
  const own = (): readonly FioParams[] => cells.filter((cell) => cell.role === role);
  const made = known.get(name) ?? createDataFixture(role, own(), place);
  known.set(name, made);
  return made;
}

function createDataFixture(role: string, cells: readonly FioParams[], place: TargetContext<FioParams>): Fixture {
  const { copy, copies, mounts, stored, files } = place;
  const ofData = listDataCells(cells);
  const sets = groupFileSets(ofData);
  const counts = countStatFiles(listStatCells(cells));
  const jobFiles = listJobFiles(cells);
  const bytes = sumAll(listSizes(sets)) + sumAll(jobFiles.flatMap(listFileBytes));
  // All target instances that a host fills concurrently share the minimum rate.
  const fillLimit = Math.ceil((copies * bytes) / FILL_RATE.least) + 60;
  const fill = renderDataScript(
    'Writes the files that all configurations of this target instance share.',
    {
      FIO_FILES: [...sets].flatMap(([set, sizes]) => sizes.map((size, job) => `${set}${job}:${size}`)).join(' '),
      FIO_HEADER_EVERY: String(BYTES_PER_HEADER),
      FIO_STAT_FILES: counts.join(' '),
      FIO_IOENGINES: [...new Set(ofData.map(({ ioengine }) => ioengine))].join(' '),
      FIO_JOB_NAMES: jobFiles.map(getJobFolderName).join(' '),
      ...Object.fromEntries(jobFiles.map((text, index) => [`FIO_JOB_${index}`, renderLayout(text)])),
      FIO_LIMIT: String(fillLimit),
    },
    'fill.sh',
    files,
  );
  return {
    slot: `data/${copy}/fio`,
    key: makeFixtureKey([fill, stored]),
    roles: [role],
    needs: ['tool/fio', ...mounts.filter(({ roles }) => roles.includes(role)).map(({ slot }) => slot)],
    up: bindToTarget(fill, copy),
    down: bindToTarget(
      renderDataScript('Removes the files that configurations of this target instance shared.', {}, 'remove.sh', files),
      copy,
    ),
    expectedSeconds: 2 + bytes / FILL_RATE.expected + sumAll(counts) / FILE_CREATION_RATE.expected,
    timeoutSeconds:
      fillLimit + 60 + FREE_SPACE_SECONDS + Math.ceil((copies * sumAll(counts)) / FILE_CREATION_RATE.least),
    downSeconds: REMOVE_SECONDS + Math.ceil(sumAll(counts) / FILE_CREATION_RATE.least),
    work: { writtenBytes: bytes, operations: { create: sumAll(counts) }, inFlight: PARALLEL_CREATES },
    survives: true,
    stays: true,
  };
}

function renderDataScript(
  comment: string,
  variables: Readonly<Record<string, string>>,
  file: string,
  files: ScriptFiles,
): string {
  return renderScript({ comment: [comment], variables, files: [...SHELL_SCRIPTS, 'folder.sh', file] }, files);
}

function listDataCells(cells: readonly FioParams[]): readonly DataParams[] {
  return cells.filter(isCell).filter((cell): cell is DataParams => !isMetadata(cell));
}

/** Texts of the job files, each listed once. */
function listJobFiles(cells: readonly FioParams[]): readonly string[] {
  return [...new Set(cells.filter(isJobFile).map(({ jobFile }) => jobFile))];
}

function listStatCells(cells: readonly FioParams[]): readonly FileOpParams[] {
  return cells
    .filter(isCell)
    .filter((cell) => isMetadata(cell))
    .filter(({ ioengine }) => ioengine === 'filestat');
}

/** Files of each job. */
function countStatFiles(cells: readonly FileOpParams[]): readonly number[] {
  return findMaxima(cells.map(({ numjobs, nrfiles }) => ({ numjobs, amount: nrfiles })));
}

/** Bytes of each job's file, by file set; the set of incompressible data is first. */
function groupFileSets(cells: readonly DataParams[]): ReadonlyMap<string, readonly number[]> {
  const names = [...new Set(cells.map(getFileSetPrefix))].sort();
  return new Map(names.map((set) => [set, listFileSizes(cells.filter((cell) => getFileSetPrefix(cell) === set))]));
}

function listSizes(sets: ReadonlyMap<string, readonly number[]>): readonly number[] {
  return [...sets.values()].flat();
}

/** Bytes of each job's file, in whole blocks. */
function listFileSizes(cells: readonly DataParams[]): readonly number[] {
  return findMaxima(cells.map(({ numjobs, size }) => ({ numjobs, amount: Math.ceil(size / FILL_BLOCK) * FILL_BLOCK })));
}

/** For each job number, the maximum over all configurations that have such a job. */
function findMaxima(cells: readonly { readonly numjobs: number; readonly amount: number }[]): readonly number[] {
  const count = Math.max(0, ...cells.map(({ numjobs }) => numjobs));
  return Array.from({ length: count }, (_, number) =>
    Math.max(...cells.filter(({ numjobs }) => numjobs > number).map(({ amount }) => amount)),
  );
}
