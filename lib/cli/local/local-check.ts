/** What the checkers say of a local execution that has ended: looked at from outside, after every `run`. */
import { resolve } from 'node:path';
import type { Plan } from '../../shapes/plan';
import { checkExecution, formatComplaint } from '../../twin/checkers/check';
import { gatherFacts } from '../../twin/checkers/gather';
import type { CallRecord } from '../../twin/cloud/service';
import { leftOnMachine } from '../../twin/hosts/real/left';
import type { World } from '../../twin/world';
import type { LocalFolders } from './local';

/** @returns one line for everything that does not hold; empty where all is well */
export async function checkLocal(input: {
  readonly world: World;
  readonly folders: LocalFolders;
  readonly plan: Plan;
  /** Relative paths of targets begin here. */
  readonly cwd: string;
  readonly calls: readonly CallRecord[];
}): Promise<string[]> {
  const { world, folders, plan, cwd, calls } = input;
  const data = plan.rigs.map(({ targetConfig }) => targetConfig['path']).filter((path) => typeof path === 'string');
  const machine = await leftOnMachine(
    folders.hosts,
    data.map((path) => resolve(cwd, path)),
  );
  return checkExecution(await gatherFacts(world, plan, calls, machine)).map(formatComplaint);
}
