/** The folder of an execution, as somebody names it: its plan, its files, and what is missing of them. */
import { type Dirent, existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { CONTRACT_VERSION, isReadable, OLDEST_READABLE } from '../shapes/contract-version';
import { EXECUTION_ID_PATTERN } from '../shapes/execution-names';
import { layout } from '../shapes/layout';
import type { Plan } from '../shapes/plan';
import { NAME } from '../shapes/spec-schema';
import type { Summary, TrialSummary } from '../results/summary';
import { UserError } from './command';
import { readUserText } from './user-file';

/** Bytes of one file that is read: longer ones are no text for Node.js. */
const FILE_MAX = 512 * 1024 * 1024 - 24;
export const EXAMPLE = '.fsxbench/bucket/executions/<experiment>/<executionId>';

/** @throws UserError where the folder is none of an execution */
export function readPlan(folder: string, given: string): Plan {
  const file = join(folder, 'plan.json');
  if (!existsSync(file)) {
    const isThere = existsSync(folder);
    const inside = isThere ? listExecutions(folder) : [];
    const hint = inside.length === 0 ? EXAMPLE : inside.map((one) => join(given, one)).join(', ');
    const why = isThere ? "this is no execution's folder, as it has no plan.json" : 'there is no such folder';
    throw new UserError('NoExecution', `${given}: ${why}; name that of one execution: ${hint}`);
  }
  const unreadable = (why: string): UserError => new UserError('PlanUnreadable', `${join(given, 'plan.json')}: ${why}`);
  const read = readUserText(folder, 'plan.json', FILE_MAX);
  if ('why' in read) throw unreadable(read.why);
  let plan: Partial<Plan> | null = null;
  try {
    plan = JSON.parse(read.text) as Partial<Plan> | null;
  } catch (error) {
    throw unreadable(`cannot be read (${error instanceof Error ? error.message : String(error)})`);
  }
  const lists = [plan?.cells, plan?.rigs, plan?.trials, plan?.factors];
  if (plan === null || !isReadable(plan.schemaVersion) || !lists.every((list) => Array.isArray(list)))
    throw unreadable(`this is no plan of version ${OLDEST_READABLE} to ${CONTRACT_VERSION}, which this program reads`);
  const { experiment = '', executionId = '', startedAt = '' } = plan;
  // They become paths.
  if (!NAME.test(experiment) || !EXECUTION_ID_PATTERN.test(executionId) || Number.isNaN(Date.parse(startedAt)))
    throw unreadable('experiment, executionId or startedAt are none');
  return plan as Plan;
}

/**
 * A report is made from raw files. Without them every trial would become NOT_RUN, and take the place of what was known.
 * @throws UserError for a rehearsal, which keeps none, and where raw files are gone that the summary was made from
 */
export function refuseWithoutRaw(folder: string, given: string, plan: Plan): void {
  const summary = readJson<Partial<Summary>>(join(folder, 'summary.json'));
  if (plan.simulated || summary?.simulated === true) {
    throw new UserError(
      'Rehearsed',
      `${given}: this was rehearsed, not measured: there are no raw files to make a report from. ` +
        'Nothing was written.\n' +
        `Rehearse it again: npx fsxbench rehearse SPEC --name ${plan.executionId}`,
    );
  }
  const trials: readonly TrialSummary[] = Array.isArray(summary?.trials) ? summary.trials : [];
  const keys = layout(plan.experiment, plan.executionId);
  const lost = trials.flatMap(({ rig, trial, attempt, files }) => {
    // A trial that began left its marks, whatever became of it.
    const needed = [...(files ?? []), ...(attempt > 0 ? [keys.trial(rig, trial).slice(keys.root.length)] : [])];
    return needed.find((file) => !existsSync(join(folder, file))) ?? [];
  });
  const [first] = lost;
  if (first === undefined) return;
  throw new UserError(
    'RawMissing',
    `${given}: raw files of ${lost.length} of ${trials.length} trials are gone, e.g. ${first}; a new report ` +
      'would call those trials NOT_RUN. Nothing was written.\n' +
      `Bring raw/ back; or remove ${join(given, 'summary.json')} to make a report of what is left`,
  );
}

/** Folders with a plan, at most two levels below: what somebody meant who named a folder above. */
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

/** Empty where the file is not there, or is none: a pipe would wait for a writer. */
export function readText(file: string): string {
  const read = readUserText('', file, FILE_MAX);
  return 'text' in read ? read.text : '';
}

/** Null where the file is not there or holds no JSON: the report says what is missing. */
export function readJson<T>(file: string): T | null {
  try {
    return JSON.parse(readText(file)) as T;
  } catch {
    return null;
  }
}
