/** Reads the folder of an execution: its plan and its files, and errors about missing ones. */
import { type Dirent, existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { formatReadable, isReadable } from '../shapes/contract-version';
import { EXECUTION_ID_PATTERN } from '../shapes/execution-names';
import { getLocalFolders } from '../local/working-folder';
import { layout } from '../shapes/layout';
import type { Plan } from '../shapes/plan';
import { NAME_PATTERN } from '../shapes/spec-schema';
import type { Summary, TrialSummary } from '../results/summary';
import { UserError } from './command';
import { readUserText } from './user-file';

/** Longest readable file, bytes: the maximum string length of Node.js. */
const FILE_MAX = 512 * 1024 * 1024 - 24;
export const EXAMPLE = '.fsxbench/bucket/executions/<experiment>/<executionId>';

/**
 * The folder of an execution, by its path or by its name in the local bucket; undefined if there is none.
 * @throws UserError if several experiments have an execution of that name
 */
export function findExecutionFolder(cwd: string, given: string): string | undefined {
  const executions = join(getLocalFolders(cwd).bucket, 'executions');
  const hasPlan = (folder: string): boolean => existsSync(join(folder, 'plan.json'));
  const named = listEntries(executions)
    .map(({ name }) => join(executions, name, given))
    .filter((folder) => given !== '' && !given.includes('/') && hasPlan(folder));
  if (named.length > 1)
    throw new UserError('NoExecution', `'${given}' names several executions: ${named.join(', ')}. Name a folder.`);
  const folder = named[0] ?? resolve(cwd, given);
  return hasPlan(folder) ? folder : undefined;
}

/** @throws UserError if the folder does not belong to an execution */
export function readPlan(folder: string, given: string): Plan {
  const file = join(folder, 'plan.json');
  if (!existsSync(file)) {
    const isThere = existsSync(folder);
    const inside = isThere ? listExecutions(folder) : [];
    const hint = inside.length === 0 ? EXAMPLE : inside.map((one) => join(given, one)).join(', ');
    const why = isThere ? 'not the folder of an execution: plan.json is missing' : 'folder not found';
    throw new UserError('NoExecution', `${given}: ${why}. Name the folder of one execution: ${hint}`);
  }
  const read = readUserText(folder, 'plan.json', FILE_MAX);
  const name = join(given, 'plan.json');
  if ('why' in read) throw new UserError('PlanUnreadable', `${name}: ${read.why}`);
  return parsePlan(read.text, name);
}

/** @param name of the file, for messages. @throws UserError for other text, or an unknown version */
export function parsePlan(text: string, name: string): Plan {
  const unreadable = (why: string): UserError => new UserError('PlanUnreadable', `${name}: ${why}`);
  let plan: Partial<Plan> | null = null;
  try {
    plan = JSON.parse(text) as Partial<Plan> | null;
  } catch (error) {
    throw unreadable(`cannot be read (${error instanceof Error ? error.message : String(error)})`);
  }
  const lists = [plan?.cells, plan?.rigs, plan?.trials, plan?.factors];
  if (plan === null || !isReadable(plan.schemaVersion) || !lists.every((list) => Array.isArray(list)))
    throw unreadable(
      `not a plan of version ${formatReadable()}, which this program reads. Use the fsxbench that wrote it, or rerun`,
    );
  const { experiment = '', executionId = '', startedAt = '' } = plan;
  // These values become paths.
  if (!NAME_PATTERN.test(experiment) || !EXECUTION_ID_PATTERN.test(executionId) || Number.isNaN(Date.parse(startedAt)))
    throw unreadable('experiment, executionId or startedAt is invalid');
  return plan as Plan;
}

/**
 * Refuses to recreate a report without its raw files: every trial would become NOT_RUN and replace its known result.
 * @throws UserError for a rehearsal, which keeps no raw files, and if raw files of the summary are missing
 */
export function refuseWithoutRaw(folder: string, given: string, plan: Plan): void {
  const summary = readJson<Partial<Summary>>(join(folder, 'summary.json'));
  if (plan.simulated || summary?.simulated === true) {
    throw new UserError(
      'Rehearsed',
      `${given}: a rehearsal keeps no raw files, so its report cannot be recreated.\n` +
        `Rehearse it again: npx fsxbench rehearse SPEC --name ${plan.executionId}`,
    );
  }
  const trials: readonly TrialSummary[] = Array.isArray(summary?.trials) ? summary.trials : [];
  const keys = layout(plan.experiment, plan.executionId);
  const lost = trials.flatMap(({ rig, trial, attempt, files }) => {
    // Every started trial has `started.json`: if it is missing, raw files were deleted.
    const needed = [...(files ?? []), ...(attempt > 0 ? [keys.trial(rig, trial).slice(keys.root.length)] : [])];
    return needed.find((file) => !existsSync(join(folder, file))) ?? [];
  });
  const [first] = lost;
  if (first === undefined) return;
  throw new UserError(
    'RawMissing',
    `${given}: raw files of ${lost.length} of ${trials.length} trials are missing, e.g. ${first}. A new report ` +
      'would mark those trials NOT_RUN, so no report was written.\n' +
      `Restore raw/, or delete ${join(given, 'summary.json')} to create a report of the remaining files`,
  );
}

/** Suggestions for a parent folder: up to three folders with a plan, at most two levels below. */
function listExecutions(folder: string): readonly string[] {
  const folders = (path: string): readonly string[] =>
    listEntries(join(folder, path)).flatMap((entry) => (entry.isDirectory() ? [join(path, entry.name)] : []));
  const near = folders('');
  return [...near, ...near.flatMap(folders)].filter((path) => existsSync(join(folder, path, 'plan.json'))).slice(0, 3);
}

export function listEntries(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

/** The text of a file; empty if there is none, or for a pipe, which would wait for a writer. */
export function readText(file: string): string {
  const read = readUserText('', file, FILE_MAX);
  return 'text' in read ? read.text : '';
}

/** Null if the file is missing or not JSON: the report lists what is missing. */
export function readJson<T>(file: string): T | null {
  try {
    return JSON.parse(readText(file)) as T;
  } catch {
    return null;
  }
}
