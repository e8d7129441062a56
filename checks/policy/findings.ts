/**
 * What the roles of both stacks allow, held against every call that can be seen: the rehearsals of the shipped
 * experiments, the machine scenarios, and what AWS calls in their name.
 */
import type { CallRecord } from '../../lib/twin/cloud/service';
import { grantKey, Judge } from './judge';
import { CUT_OFF, runAborted, experiments, EXTRA, rehearseOne } from './rehearsals';
import { type Grants, readGrants } from './roles/roles';
import { synthesise } from './roles/synthesise';
import type { Place } from './roles/resolve';
import { makeMachineReader } from '../machines/machine-reader';

/** Names as in `lib/twin/simulated-deployment.ts`, whose network has one subnet and one security group. */
export const PLACE: Place = {
  region: 'xx-local-1',
  account: '000000000000',
  bucket: 'fsxbench-results',
  subnet: 'subnet-00000000000000000',
  securityGroup: 'sg-00000000000000000',
};

/** A scenario of the machines, as in `test/machines/scenarios.ts`. */
interface RoleScenario {
  check(load: (machine: string) => string): Promise<string[]>;
}

/** Receives the calls of a scenario. */
interface Audience {
  enter: (() => (call: CallRecord) => void) | null;
}

/** One granted action on one pattern, and its users. */
interface UsedGrant {
  readonly key: string;
  readonly by: readonly string[];
}

export interface Findings {
  readonly denials: readonly string[];
  readonly used: readonly UsedGrant[];
}

/** Name of all scenarios together, as a user of grants. */
export const STORIES = 'machine scenarios';

/** @param load text of a machine file */
async function findAll(
  stories: readonly RoleScenario[],
  audience: Audience,
  load: (machine: string) => string,
): Promise<Findings> {
  const judge = new Judge(grantsAsDeployed(), PLACE);
  for (const name of [...experiments(), ...EXTRA]) await rehearseOne(name, PLACE.region, judge.watch(name));
  await runAborted(PLACE.region, () => judge.watch(CUT_OFF));
  audience.enter = () => judge.watch(STORIES);
  // The test checks their results.
  for (const story of stories) await story.check(load);
  audience.enter = null;
  return { denials: judge.denials(), used: usedGrants(judge) };
}

/** All of it as JSON on standard output, for the process of `npm run policy`. */
export async function printFindings(stories: readonly RoleScenario[], audience: Audience): Promise<void> {
  process.stdout.write(JSON.stringify(await findAll(stories, audience, makeMachineReader(process.cwd()))));
}

/** Grants of both stacks, with the names of the simulated account. */
export function grantsAsDeployed(): Grants {
  deployed ??= readGrants(synthesise(), PLACE);
  return deployed;
}

let deployed: Grants | undefined;

export function usedGrants(judge: Judge): UsedGrant[] {
  const uses = judge.uses();
  return judge.grants().map((grant) => ({ key: grantKey(grant), by: [...(uses.get(grantKey(grant)) ?? [])].sort() }));
}
