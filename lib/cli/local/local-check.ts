/** What the checkers say of a local execution that has ended: looked at from outside, after every `run`. */
import { resolve } from 'node:path';
import { copiesOfPlan, type Plan } from '../../shapes/plan';
import { checkExecution } from '../../twin/checkers/check';
import type { Complaint } from '../../twin/checkers/facts';
import { gatherFacts } from '../../twin/checkers/gather';
import type { CallRecord } from '../../twin/cloud/service';
import { leftOnMachine } from '../../twin/hosts/real/left';
import type { World } from '../../twin/world';
import type { LocalFolders } from './folders';

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
