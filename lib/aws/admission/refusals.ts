/** Refusals that need only the plan and the deployment's settings, plus one listing call per kind. */
import { findNotBuilt } from '../../experiment/reading/not-built';
import { FsxbenchError } from '../../shapes/errors';
import { TAG_KEYS } from '../../shapes/layout';
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
 * Scripts of specs run as root on hosts, with the hosts' permissions: the deployment must allow them. Not checked where
 * the deployment is unknown, in rehearsals and on this machine.
 * @throws FsxbenchError `CommandsNotAllowed` that names every workload with its own script
 */
export function refuseCommands({ spec }: Pick<Plan, 'spec'>, { config }: Pick<Context, 'config'>): void {
  if (config.commands !== false) return;
  const names = Object.entries(spec.workloads).flatMap(([name, { kind }]) =>
    findWorkload(kind)?.needs?.ownScripts === true ? [name] : [],
  );
  if (names.length === 0) return;
  const message =
    `this deployment runs no scripts of specs on its hosts, but these workloads bring scripts: ${names.join(', ')}. ` +
    'Nothing was created. Such scripts run as root on hosts, for everyone who may start executions. To allow them, ' +
    'deploy both stacks with the setting `commands=true` (docs/deploy.md)';
  throw new FsxbenchError('CommandsNotAllowed', message, { facts: { workloads: names } });
}

/** @throws FsxbenchError `NotSupported` with every part that cannot be executed */
export function refuseNotBuilt(spec: Spec): void {
  const later = findNotBuilt(spec);
  if (later !== undefined) throw new FsxbenchError('NotSupported', later.message);
}

/**
 * Bytes of an input. The guardian reads the whole execution, which holds the input as JSON in JSON. Escaped twice, it
 * must stay below the 256 KiB of a state (Step Functions guide, Service quotas), or the guardian cannot read it.
 */
const MAX_INPUT_BYTES = 65_536;

/** Not checked for local runs, which have no state size limit. */
export function refuseLongInput(input: unknown, config: Config): void {
  const bytes = Buffer.byteLength(JSON.stringify(input ?? null));
  if (config.local || bytes <= MAX_INPUT_BYTES) return;
  throw new FsxbenchError(
    'SpecInvalid',
    `the input has ${bytes} bytes; allowed: ${MAX_INPUT_BYTES}. ` +
      `Put the spec into the bucket ${config.bucket} and start with its key, \`specKey\``,
  );
}

/** The spec's author sets its budget; the deployment's owner sets the maximum. */
export function refuseAboveMaxUsd(maxUsd: number, config: Config): void {
  const most = config.limits?.maxUsd;
  if (most === undefined || maxUsd <= most) return;
  throw new FsxbenchError(
    'BudgetExceeded',
    `limits.maxUsd is ${maxUsd} USD; this deployment allows ${most} USD (its setting \`maxUsd\`)`,
  );
}

/**
 * Tries one list call for each kind with the role of admission. Skips kinds that are only reported, and those that are
 * listed through their parents.
 * @throws FsxbenchError `CannotList` with each kind that cannot be listed and its error; transient errors unchanged
 */
export async function refuseUnlistable(plan: Plan, context: Context): Promise<void> {
  if (context.config.local) return;
  const made = getPlanKinds(plan);
  const kinds = LISTED_KINDS.filter((kind) => made.has(kind) && !isOptional(kind) && RESOURCES[kind].tags === 'own');
  const lines = (await Promise.all(kinds.map((kind) => checkListable(kind, context)))).flat();
  if (lines.length === 0) return;
  const advice = 'Allow these actions to the functions of the deployment; a policy or boundary may deny them.';
  const reason = 'Teardown cannot find or verify what it cannot list. Nothing was created.';
  throw new FsxbenchError('CannotList', [...lines, reason, advice].join('\n'));
}

/** A line for a kind that cannot be listed; empty otherwise. */
async function checkListable(kind: ListedKind, { aws, config }: Context): Promise<string[]> {
  const tags = { [TAG_KEYS.stack]: config.stack };
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
