/** Refusals that need only the plan and the deployment's settings, plus one listing call per kind. */
import { FsxbenchError } from '../../shapes/errors';
import { TAG_KEYS } from '../../shapes/tags';
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
import { findWorkload } from '../../workloads/registry';
import type { Config, Context } from '../context';
import { isTransient } from '../handler';
import { getPlanKinds } from '../ledger/possible-kinds';
import { PAGE_READERS } from '../ledger/registry';

/**
 * Scripts in specs run as root on hosts, with the hosts' permissions, so the deployment must allow them. Does nothing
 * if the deployment is unknown: in rehearsals and local runs.
 * @throws FsxbenchError `CommandsNotAllowed` that names every workload with a script in the spec
 */
export function refuseCommands({ spec }: Pick<Plan, 'spec'>, { config }: Pick<Context, 'config'>): void {
  if (config.commands !== false) return;
  const names = Object.entries(spec.workloads).flatMap(([name, { kind }]) =>
    findWorkload(kind)?.needs?.ownScripts === true ? [name] : [],
  );
  if (names.length === 0) return;
  const message =
    `this deployment does not allow scripts in specs, but these workloads have scripts: ${names.join(', ')}. ` +
    'Nothing was created. Such scripts run as root on hosts, for everyone who may start executions. To allow them, ' +
    'deploy both stacks with the setting `commands=true` (docs/deploy.md)';
  throw new FsxbenchError('CommandsNotAllowed', message, { facts: { workloads: names } });
}

/**
 * Maximum of an input, bytes. The guardian reads a description of the execution, which contains the input as JSON in
 * JSON. Escaped twice, the input must stay below the 256 KiB of a state (Step Functions guide, Service quotas).
 */
const MAX_INPUT_BYTES = 65_536;

/** Does nothing in local runs, whose states have no size limit. */
export function refuseLongInput(input: unknown, config: Config): void {
  const bytes = Buffer.byteLength(JSON.stringify(input ?? null));
  if (config.local || bytes <= MAX_INPUT_BYTES) return;
  throw new FsxbenchError(
    'SpecInvalid',
    `the input has ${bytes} bytes; allowed: ${MAX_INPUT_BYTES}. ` +
      `Put the spec into the bucket ${config.bucket} and start with its key, \`specKey\``,
  );
}

/** Refuses a budget above the maximum that the deployment's owner has set. */
export function refuseAboveMaxUsd(maxUsd: number, config: Pick<Config, 'limits'>): void {
  const most = config.limits?.maxUsd;
  if (most === undefined || maxUsd <= most) return;
  throw new FsxbenchError(
    'BudgetExceeded',
    `limits.maxUsd is ${maxUsd} USD; this deployment allows ${most} USD (its setting \`maxUsd\`)`,
  );
}

/**
 * Sends one list call for each resource kind, with admission's role. Skips kinds that receipts only report, and kinds
 * that are listed through their parents.
 * @throws FsxbenchError `CannotList` with each kind that cannot be listed and its error; transient errors unchanged
 */
export async function refuseUnlistable(plan: Plan, context: Context): Promise<void> {
  if (context.config.local) return;
  const made = getPlanKinds(plan);
  const kinds = LISTED_KINDS.filter((kind) => made.has(kind) && !isOptional(kind) && RESOURCES[kind].tags === 'own');
  const lines = (await Promise.all(kinds.map((kind) => checkListable(kind, context)))).flat();
  if (lines.length === 0) return;
  const advice = 'Allow these actions to the functions of the deployment; a policy or boundary may deny them.';
  const reason = 'Teardown deletes and verifies only resources that it can list. Nothing was created.';
  throw new FsxbenchError('CannotList', [...lines, reason, advice].join('\n'));
}

/** @returns a line that names the kind and the error; an empty list if the kind can be listed */
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
