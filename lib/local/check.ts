/** What proves that nothing is left of a local execution that has ended: looked at from outside, after every `run`. */
import { resolve } from 'node:path';
import { readJson, writeText } from '../aws/bucket';
import { startGuardian } from '../aws/recovery/start-guardian';
import { layout } from '../shapes/layout';
import { copiesOfPlan, type Plan } from '../shapes/plan';
import type { Receipt } from '../shapes/receipt';
import { checkExecution, formatComplaint } from '../twin/checkers/check';
import type { Complaint } from '../twin/checkers/facts';
import { gatherFacts } from '../twin/checkers/gather';
import type { CallRecord } from '../twin/cloud/service';
import { FUNCTIONS } from '../twin/functions';
import { leftOnMachine } from './leftovers';
import type { World } from '../twin/world';
import type { LocalFolders } from './working-folder';

/** @returns everything that does not hold; empty where all is well */
export async function checkLocal(input: {
  readonly world: World;
  readonly folders: LocalFolders;
  readonly plan: Plan;
  /** Relative paths of targets begin here. */
  readonly cwd: string;
  readonly calls: readonly CallRecord[];
}): Promise<Complaint[]> {
  const { world, folders, plan, cwd, calls } = input;
  const data = copiesOfPlan(plan)
    .map(({ targetConfig }) => targetConfig['path'])
    .filter((path) => typeof path === 'string');
  const machine = await leftOnMachine(
    folders.hosts,
    data.map((path) => resolve(cwd, path)),
  );
  const facts = await gatherFacts(world, plan, calls, machine);
  const found = checkExecution(facts);
  // Where the folder was deleted there is neither plan nor row, and that is told in one line.
  if (facts.plan !== null || calls.every(({ action }) => action !== 'CreateFleet')) return found;
  const lost = { checker: 'rows-complete', code: 'ResultsLost', text: 'the plan is gone: .fsxbench was deleted' };
  return [...found.filter((one) => !isAboutResults(one)), lost];
}

/** Complaints that say nothing about what is left: they are about results, and no receipt is false for them. */
export function isAboutResults({ checker }: Complaint): boolean {
  return checker === 'rows-complete';
}

/**
 * Sees to it that there is a receipt: an abort can come before a guardian was started, and a guardian can fail. One
 * more is started, and no third: what two could not remove is for a person.
 */
export async function proveEnd(world: World, { executionId, experiment }: Plan): Promise<void> {
  if ((await readJson<Receipt>(world.context, layout(experiment, executionId).receipt)) !== null) return;
  await startGuardian({ executionId, experiment, why: 'it ended without a receipt' }, world.context);
  await world.settled();
}

/**
 * A receipt that its checks call false is not clean: it is written again, with what they say, so that file, report and
 * terminal tell the same.
 * @returns the receipt as it stands now
 */
export async function corrected(
  world: World,
  { executionId, experiment }: Plan,
  receipt: Receipt | null,
  complaints: readonly Complaint[],
): Promise<Receipt | null> {
  const about = complaints.filter((one) => !isAboutResults(one));
  if (receipt?.clean !== true || about.length === 0) return receipt;
  const failed = about.map((one) => ({ kind: 'check failed', id: formatComplaint(one), rig: null, state: 'unknown' }));
  const mended: Receipt = { ...receipt, clean: false, left: [...receipt.left, ...failed] };
  await writeText(world.context, layout(experiment, executionId).receipt, `${JSON.stringify(mended, null, 2)}\n`);
  await FUNCTIONS.analyse({ executionId, experiment, ended: receipt.outcome }, world.context).catch(() => undefined);
  return mended;
}
