/** Fixtures of `database`: fio, and the databases and logs of loads. Phases write databases of their own. */
import { groupBy, sumAll } from '../../shapes/collections';
import { type Fixture, makeFixtureKey } from '../../shapes/fixture';
import type { TargetContext } from '../contract';
import type { StoredData } from '../plannable';
import { SHELL_SCRIPTS } from '../fio/cell/steps';
import { listFileBytes, renderLayout } from '../fio/job-file/layout';
import { bindToTarget, renderScript } from '../shell';
import { createPackageFixture } from '../tool';
import { LOG_JOB, toJobFile } from './job-file';
import { type DatabaseParams, hasPhases, type LoadParams } from './schema';

/** Folder of the data below that of the workload; the same for all configurations, whatever their rates. */
export const LOAD_FOLDER = 'load';

/** Variables of fio's script files. */
export const SCRIPT_VARIABLES = { FIO_FOLDER: 'database', FIO_LOG_JOB: LOG_JOB };

/**
 * Rate at which one host first writes data, bytes per second: planned rate, and minimum rate before the step times out.
 */
export const FILL_RATE = { expected: 200e6, least: 10e6 };
/** Added to time limits; also the time limit for removing the files. */
export const MARGIN_SECONDS = 600;
const START_SECONDS = 2;

/** The tool and, for loads, data that is written once and serves all loads of a target instance. */
export function listFixtures(params: DatabaseParams, place: TargetContext<DatabaseParams>): readonly Fixture[] {
  // The same script as that of the workload `fio`, as both use the slot of the tool.
  const texts = { ...place.files, 'install.sh': place.files['fio/install.sh'] ?? '' };
  const tool = createPackageFixture('fio', [params.role], { seconds: 2, files: ['install.sh'] }, texts);
  return hasPhases(params) ? [tool] : [tool, createDataFixture(params.role, place)];
}

function createDataFixture(
  role: string,
  { copy, copies, mounts, stored, cells, files }: TargetContext<DatabaseParams>,
): Fixture {
  const text = toLargestJobFile(cells.filter((cell) => cell.role === role)) ?? '';
  const bytes = sumAll(listFileBytes(text));
  // All target instances that a host fills concurrently share the minimum rate.
  const limit = Math.ceil((copies * bytes) / FILL_RATE.least) + MARGIN_SECONDS;
  const render = (comment: string, file: string, variables: Readonly<Record<string, string>>): string =>
    renderScript(
      {
        comment: [comment],
        variables: { ...SCRIPT_VARIABLES, ...variables },
        files: [...SHELL_SCRIPTS, 'fio/folder.sh', file],
      },
      files,
    );
  const fill = render('Writes the databases and logs that all loads of this target instance share.', 'fio/fill.sh', {
    FIO_FILES: '',
    FIO_STAT_FILES: '',
    FIO_IOENGINES: '',
    FIO_JOB_NAMES: LOAD_FOLDER,
    FIO_JOB_0: renderLayout(text),
    FIO_LIMIT: String(limit),
  });
  return {
    slot: `data/${copy}/database`,
    key: makeFixtureKey([fill, stored]),
    roles: [role],
    needs: ['tool/fio', ...mounts.filter(({ roles }) => roles.includes(role)).map(({ slot }) => slot)],
    up: bindToTarget(fill, copy),
    down: bindToTarget(render('Removes the databases and logs of loads.', 'fio/remove.sh', {}), copy),
    expectedSeconds: START_SECONDS + bytes / FILL_RATE.expected,
    timeoutSeconds: limit + MARGIN_SECONDS,
    downSeconds: MARGIN_SECONDS,
    work: { writtenBytes: bytes, operations: {} },
    survives: true,
    stays: true,
  };
}

/** Job file with the maximum number and size of databases of any load; null without loads. */
function toLargestJobFile(cells: readonly DatabaseParams[]): string | null {
  const loads = cells.filter((cell): cell is LoadParams => !hasPhases(cell));
  const [first] = loads;
  if (first === undefined) return null;
  const databases = Math.max(...loads.map((load) => load.databases));
  const size = Math.max(...loads.map((load) => load.size));
  return toJobFile({ ...first, databases, size, rate: 'max' }).jobFile;
}

/** Files of the largest load and of its logs, and the databases and copies of the largest phases. */
export function listStoredData(cells: readonly DatabaseParams[]): readonly StoredData[] {
  return [...groupBy(cells, ({ role }) => role)].map(([role, own]) => {
    const text = toLargestJobFile(own);
    const files = text === null ? [] : listFileBytes(text);
    const count = Math.max(0, ...own.flatMap((cell) => (hasPhases(cell) ? [] : [cell.databases])));
    const loaded = files.flatMap((bytes) => Array.from({ length: count }, () => bytes / count));
    const phases = own.filter(hasPhases).map(({ size, databases, phases: named, copies }) => {
      const length = databases + (named.includes('copy') ? copies : 0);
      return Array.from({ length }, () => size);
    });
    const largest = phases.toSorted((a, b) => sumAll(b) - sumAll(a))[0] ?? [];
    return { role, parts: [...loaded, ...largest], setting: 'size' };
  });
}
