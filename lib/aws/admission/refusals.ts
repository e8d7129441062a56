/** What admission refuses by the plan and the deployment alone, before it asks the account for anything else. */
import { findNotBuilt } from '../../experiment/reading/not-built';
import { FsxbenchError } from '../../shapes/errors';
import { TAG } from '../../shapes/layout';
import type { Plan } from '../../shapes/plan';
import {
  IAM_SERVICE,
  isOptional,
  LISTED_KINDS,
  type ListedKind,
  type ResourceFacts,
  RESOURCES,
  getService,
} from '../../shapes/resources';
import type { Spec } from '../../shapes/spec';
import { findWorkload } from '../../workloads/registry';
import type { Config, Context } from '../context';
import { isTransient } from '../handler';
import { getPlanKinds } from '../ledger/possible-kinds';
import { PAGE_READERS } from '../ledger/registry';

/**
 * Whoever may start executions could run anything as root on hosts, with their rights: a deployment says that this is
 * meant. Not asked where the deployment is not known, in rehearsals and on this machine.
 * @throws FsxbenchError `CommandsNotAllowed` that names every workload with a script of its own
 */
export function refuseCommands({ spec }: Pick<Plan, 'spec'>, { config }: Pick<Context, 'config'>): void {
  if (config.commands !== false) return;
  const names = Object.entries(spec.workloads).flatMap(([name, { kind }]) =>
    findWorkload(kind)?.needs?.ownScripts === true ? [name] : [],
  );
  if (names.length === 0) return;
  const message =
    'hosts of this deployment run no scripts of specs, and these workloads are such: ' +
    `${names.join(', ')}. Nothing was created. Whoever may start executions could run anything as root on hosts: ` +
    'deploy both stacks with the setting `commands=true` where that is meant (docs/deploy.md)';
  throw new FsxbenchError('CommandsNotAllowed', message, { facts: { workloads: names } });
}

/** @throws FsxbenchError `NotSupported` with every part that cannot be executed */
export function refuseNotBuilt(spec: Spec): void {
  const later = findNotBuilt(spec);
  if (later !== undefined) throw new FsxbenchError('NotSupported', later.message);
}

/**
 * Bytes of an input. The guardian reads the whole execution, where the input stands as JSON in JSON: escaped twice, it
 * must stay below the 256 KiB of a state (Step Functions guide, Service quotas), or the guardian is blind.
 */
const MAX_INPUT_BYTES = 65_536;

/** Here no service measures states, and nobody can put a spec elsewhere. */
export function refuseLongInput(input: unknown, config: Config): void {
  const bytes = Buffer.byteLength(JSON.stringify(input ?? null));
  if (config.local || bytes <= MAX_INPUT_BYTES) return;
  throw new FsxbenchError(
    'SpecInvalid',
    `the input has ${bytes} bytes; allowed: ${MAX_INPUT_BYTES}. ` +
      `Put the spec into the bucket ${config.bucket} and start with its key, \`specKey\``,
  );
}

/** Whoever writes a spec writes its budget; whoever pays for the account says how far that may go. */
export function refuseAboveMaxUsd(maxUsd: number, config: Config): void {
  const most = config.limits?.maxUsd;
  if (most === undefined || maxUsd <= most) return;
  throw new FsxbenchError(
    'BudgetExceeded',
    `limits.maxUsd is ${maxUsd} USD; allowed by this deployment: ${most} USD (its setting \`maxUsd\`)`,
  );
}

/**
 * One list call for each kind, by the function that admits. Kinds that only tell, and those that are listed through
 * their parents, are not asked for.
 * @throws FsxbenchError `CannotList` with each kind that cannot be listed, and why; what may pass, as it is
 */
export async function refuseUnlistable(plan: Plan, context: Context): Promise<void> {
  if (context.config.local) return;
  const made = getPlanKinds(plan);
  const kinds = LISTED_KINDS.filter((kind) => made.has(kind) && !isOptional(kind) && RESOURCES[kind].tags === 'own');
  const lines = (await Promise.all(kinds.map((kind) => checkListable(kind, context)))).flat();
  if (lines.length === 0) return;
  const advice = 'Allow it to the functions of the deployment: a policy of the organisation or a boundary may deny it.';
  const reason = 'What cannot be listed could not be deleted, nor shown to be gone. Nothing was created.';
  throw new FsxbenchError('CannotList', [...lines, reason, advice].join('\n'));
}

/** A line for one that cannot be listed; none where it can. */
async function checkListable(kind: ListedKind, { aws, config }: Context): Promise<string[]> {
  const tags = { [TAG.stack]: config.stack };
  try {
    await PAGE_READERS[kind](aws, { tags, which: 'living', parent: null, token: undefined });
    return [];
  } catch (error) {
    if (isTransient(error)) throw error;
    const { list, describe }: ResourceFacts = RESOURCES[kind];
    const action = `${IAM_SERVICE[getService(kind)]}:${list ?? describe}`;
    return [`${kind} cannot be listed (${action}): ${(error as Error).name}: ${(error as Error).message}`];
  }
}
