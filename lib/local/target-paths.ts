/** Checks before a local run that each target's directory is writable, and that no two targets share one. */
import { accessSync, constants, lstatSync, realpathSync, type Stats, statSync, statfsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { checkCapacity } from '../experiment/reading/checks/capacity';
import type { ResolvedCell } from '../experiment/design/cells';
import { parseReference } from '../experiment/language/reference';
import { groupBy } from '../shapes/collections';
import { listCopies, type Plan } from '../shapes/plan';
import { hasManaged } from '../shapes/managed-hosts';
import type { Problem } from '../shapes/problem';
import { ALLOWED_PATHS_TEXT, isAtOrBelow, checkDataPath } from '../workloads/protected-paths';
import { findTarget } from '../targets/registry';
import { getErrorCode, getErrorMessage } from '../twin/hosts/driver';
import magic from './kernel-file-systems.json';
import { SILENT_TEXT } from './silent-paths';
import { getLocalFolders } from './working-folder';

/** File systems that hold no user files, by the magic number of statfs(2), from include/uapi/linux/magic.h. */
const NO_DATA: Readonly<Record<string, string>> = magic;

/** A local target, and its path as in the spec. */
export type TargetPath = readonly [target: string, path: string];

/** Compares the data of local targets with the free space of their file systems. @param cells of local targets */
export function checkFreeSpace(cells: readonly ResolvedCell[], cwd: string): Problem[] {
  const rooms = new Map(
    cells.flatMap((cell) => {
      const [[, path] = []] = listPaths(cell.target, { kind: cell.targetKind.kind, ...cell.targetConfig });
      const [at, stats] = path === undefined ? [] : findNearest(resolvePath(resolve(cwd, path)));
      if (at === undefined || stats === null || typeof stats !== 'object') return [];
      const { bavail, bsize, files, ffree } = statfsSync(at);
      // File systems that make inodes as needed report none.
      const names = files === 0 ? undefined : ffree;
      return [[cell.target, { device: stats.dev, bytes: bavail * bsize, names }] as const];
    }),
  );
  const sharing = groupBy([...rooms.values()], ({ device }) => device);
  return [...groupBy(cells, ({ target }) => target)].flatMap(([target, its]) => {
    const room = rooms.get(target);
    if (room === undefined) return [];
    const targets = sharing.get(room.device)?.length ?? 1;
    const capacity = {
      bytes: room.bytes / targets,
      names: room.names === undefined ? undefined : room.names / targets,
    };
    const shared = targets === 1 ? '' : `: ${targets} targets share it`;
    return checkCapacity(its, { capacity, of: `the free space of target \`${target}\``, shared });
  });
}

/**
 * @param silent paths that do not answer; nothing else is checked about them
 * @returns an error for every unusable path, except those that the target kind reports by their names
 */
export function checkPaths(
  places: readonly TargetPath[],
  cwd: string,
  silent: ReadonlySet<string> = new Set(),
): Problem[] {
  const problems: Problem[] = [];
  const owners = new Map<string, string>();
  // Each place once.
  for (const [target, path] of new Map(places.map((place) => [place.join('\n'), place])).values()) {
    if (path.startsWith('~') || (path.startsWith('/') && checkDataPath(path) !== null)) continue;
    const complain = (message: string): void => void problems.push(toProblem(target, message));
    const absolute = resolve(cwd, path);
    const found = absolute === path ? `found '${path}'` : `found '${path}', which is ${absolute}`;
    if (silent.has(path)) {
      complain(`${found}; ${SILENT_TEXT}`);
      continue;
    }
    const real = resolvePath(absolute);
    const why = findPathProblem(absolute, real, cwd);
    const owner = owners.get(real);
    for (const [other, its] of owners)
      if (its !== target && other !== real && (isAtOrBelow(real, other) || isAtOrBelow(other, real)))
        problems.push(toNestedProblem(target, its, [real, other]));
    owners.set(real, owner ?? target);
    if (why !== null) complain(`${found}; allowed: ${ALLOWED_PATHS_TEXT}. ${why}`);
    else if (owner !== undefined && owner !== target)
      complain(
        `${found}; allowed: a directory that no other target uses. Target '${owner}' uses it, too, so one directory ` +
          'would be measured under two names',
      );
  }
  return problems;
}

/** Target paths of a plan; factor levels give one target several paths. */
export function listPlanPaths(plan: Pick<Plan, 'rigs'>): TargetPath[] {
  return listCopies(plan).flatMap(({ target, kind, targetConfig }) => listPaths(target, { kind, ...targetConfig }));
}

/** Target paths of an invalid spec, so that all errors appear at once; skips values that are not plain text. */
export function listSpecPaths(data: unknown): TargetPath[] {
  const { targets, fleet, factors } = toRecord(data);
  // Paths of other machines.
  if (hasManaged(fleet)) return [];
  return Object.entries(toRecord(targets)).flatMap(([target, value]) => {
    const entry = toRecord(value);
    const reference = parseReference(entry['path']);
    const levels = reference === undefined ? undefined : toRecord(factors)[reference.factor];
    const paths = (Array.isArray(levels) ? (levels as unknown[]) : [entry['path']]).map((level) =>
      reference?.field === undefined ? level : toRecord(level)[reference.field],
    );
    return paths.flatMap((path) => listPaths(target, { ...entry, path }));
  });
}

function listPaths(target: string, { kind, path }: Readonly<Record<string, unknown>>): TargetPath[] {
  return typeof kind === 'string' &&
    findTarget(kind)?.local === true &&
    typeof path === 'string' &&
    !path.startsWith('$') &&
    path !== ''
    ? [[target, path]]
    : [];
}

function toRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function toNestedProblem(target: string, other: string, [own, its]: readonly [string, string]): Problem {
  const message =
    `${own} and ${its} of target '${other}' are nested: unless the inner one is a mount, they share a file system, ` +
    'and differences between them are noise';
  return { severity: 'advice', code: 'NestedPlaces', path: ['targets', target, 'path'], message };
}

function toProblem(target: string, message: string): Problem {
  return { severity: 'error', code: 'NoPlaceForData', path: ['targets', target, 'path'], message };
}

/** Why a path cannot hold data; null if it can, or can be created. */
function findPathProblem(absolute: string, real: string, cwd: string): string | null {
  const byName = checkDataPath(absolute) ?? checkDataPath(real);
  if (byName !== null) return byName;
  const { bucket, hosts, running } = getLocalFolders(cwd);
  const own = [bucket, hosts, running].find((folder) => isAtOrBelow(real, resolvePath(folder)));
  if (own !== undefined) return `${own} holds fsxbench's own files`;
  const [at, stats] = findNearest(real);
  if (stats === null) return `${at} is a broken link`;
  if (typeof stats === 'string') return `${at} cannot be read: ${stats}`;
  const what = at === real ? 'it' : `${at}, where it would be created,`;
  if (!stats.isDirectory()) return `${what} is ${formatKind(stats)}, not a directory`;
  const system = NO_DATA[`0x${Number(statfsSync(at).type).toString(16)}`];
  if (system !== undefined) return `${what} is on a kernel file system (${system}), which holds no data`;
  try {
    accessSync(at, constants.W_OK | constants.X_OK);
    return null;
  } catch (error) {
    const readOnly = getErrorCode(error) === 'EROFS' ? 'its file system is read-only' : 'no permission to write there';
    return `${what} cannot be written: ${readOnly}`;
  }
}

/** The path without symbolic links, as far as it exists. */
function resolvePath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(resolvePath(parent), path.slice(parent.length).replace(/^\//, ''));
  }
}

/** The path, or its nearest existing parent; null for a broken link, or the error if it cannot be read. */
function findNearest(path: string): [string, Stats | string | null] {
  try {
    return [path, statSync(path)];
  } catch (error) {
    const parent = dirname(path);
    if (getErrorCode(error) === 'ENOENT' && lstatSync(path, { throwIfNoEntry: false }) !== undefined)
      return [path, null];
    // A path below a file does not exist: report the file.
    if (['ENOENT', 'ENOTDIR'].includes(getErrorCode(error)) && parent !== path) return findNearest(parent);
    return [path, getErrorCode(error) === 'EACCES' ? 'no permission' : getErrorMessage(error)];
  }
}

function formatKind(stats: Stats): string {
  if (stats.isFile()) return 'a file';
  if (stats.isBlockDevice() || stats.isCharacterDevice()) return 'a device';
  return stats.isFIFO() ? 'a pipe' : 'a socket';
}
