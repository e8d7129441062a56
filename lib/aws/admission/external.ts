/** Whether hosts of the deployment reach stores of others, and may read their secrets: said before all creates. */
import { FsxbenchError, makeRefusal } from '../../shapes/errors';
import { type ExternalUse, type Ports, parsePorts } from '../../shapes/external-storage';
import type { Plan } from '../../shapes/plan';
import type { Config, Context } from '../context';

type PlanCopies = { readonly rigs: readonly { readonly copies: Plan['rigs'][number]['copies'] }[] };
type EgressRule = NonNullable<Config['external']>[number];

/**
 * An address must be within a range that is open for its port. Of a name nobody knows here which address it has, and
 * the security group knows no names: some range must be open for its port, and hosts will tell.
 * Does nothing where the deployment is not known: on this machine, and in rehearsals.
 * @throws FsxbenchError `EgressNotAllowed` that names every server and secret that is missing, and the settings
 */
export function refuseUnreachable({ rigs }: PlanCopies, { config, log }: Context): void {
  const uses = rigs.flatMap(({ copies }) => copies.flatMap(({ foreign }) => foreign ?? []));
  const lacking = [...new Set([...listUnreachable(uses, config, log), ...listUnreadable(uses, config)])];
  if (lacking.length === 0) return;
  throw makeRefusal(
    'EgressNotAllowed',
    'hosts of this deployment may not do what these targets need:',
    lacking,
    'Deploy the bench stack with these added to its settings `external` and `secrets` (docs/deploy.md).',
    { lacking },
  );
}

function listUnreachable(uses: readonly ExternalUse[], { external }: Config, log: Context['log']): string[] {
  if (external === undefined) return [];
  return uses
    .flatMap(({ reaches }) => reaches)
    .flatMap(({ address, ports }) => {
      const number = parseIpv4(address);
      const missing = ports.filter((port) => !external.some((way) => allowsPort(way, port, number)));
      if (number === null && missing.length === 0)
        log.warn('whether hosts reach a server by its name shows when they mount it', { address });
      return missing.length === 0 ? [] : [`reach ${address} at TCP ${missing.join(', ')}`];
    });
}

function listUnreadable(uses: readonly ExternalUse[], { secrets }: Config): string[] {
  if (secrets === undefined) return [];
  return uses.flatMap((use) => use.secrets.filter((arn) => !secrets.includes(arn))).map((arn) => `read ${arn}`);
}

/** @param address as a number; null for a name */
function allowsPort({ cidr, ports }: EgressRule, port: Ports, address: number | null): boolean {
  const { from, to } = parsePorts(port);
  if (!ports.map(parsePorts).some((open) => open.from <= from && to <= open.to)) return false;
  if (address === null) return true;
  const [base = '', bits = ''] = cidr.split('/');
  const size = 2 ** (32 - Number(bits));
  return Math.floor(address / size) === Math.floor((parseIpv4(base) ?? -1) / size);
}

/** Null for what is no IPv4 address. */
function parseIpv4(address: string): number | null {
  const parts = /^(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(address)?.slice(1).map(Number);
  return parts === undefined ? null : parts.reduce((sum, part) => 256 * sum + part, 0);
}

/**
 * Whether the deployment names them is not asked where that is not known, in rehearsals. A look that fails stops
 * nobody: it is logged, and the stage says what was wrong.
 * @throws FsxbenchError `HookNotAllowed` that names every machine that is not allowed or cannot be waited for;
 * `NotSupported` on this machine
 */
export async function refuseHooks({ rigs }: Pick<Plan, 'rigs'>, context: Context): Promise<void> {
  const { config } = context;
  const batches = rigs.flatMap(({ periods }) => periods.flatMap((period) => period.batches));
  const actions = batches.flatMap(({ changes }) => changes.flatMap((change) => change.actions ?? []));
  if (config.local && actions.length > 0)
    throw new FsxbenchError(
      'NotSupported',
      'this version cannot wait for anybody on this machine: stages with `reach` are measured in an account only. ' +
        '`npx fsxbench plan` works in full',
    );
  const hooks = [...new Set(actions.flatMap((action) => ('hook' in action ? [action.hook] : [])))];
  refuseUnlistedHooks(hooks, context);
  const wrong: string[] = [];
  for (const hook of hooks) {
    const why = await checkHook(hook, context);
    if (why !== null) wrong.push(`${hook} ${why}`);
  }
  if (wrong.length > 0) throw toRefusal('these state machines cannot be run and waited for:', wrong, HOOK_ADVICE);
}

const HOOK_ADVICE = 'Nothing was created. Make them standard state machines, or name others (docs/deploy.md).';

function refuseUnlistedHooks(hooks: readonly string[], { config }: Context): void {
  if (config.hooks === undefined) return;
  const { hooks: allowed } = config;
  const lacking = hooks.filter((hook) => !allowed.includes(hook));
  if (lacking.length > 0)
    throw toRefusal(
      'this deployment may not run the state machines by which these stages are reached:',
      lacking,
      'Deploy both stacks with these added to the setting `hooks`, `cdk deploy --all` (docs/deploy.md).',
    );
}

/** Names of the API for what is not there. */
const NOT_FOUND: readonly string[] = ['StateMachineDoesNotExist', 'InvalidArn'];

/**
 * Null where it can be waited for: `.sync:2` is for standard machines (Step Functions guide, Integrate services,
 * Run a Job).
 */
async function checkHook(hook: string, { aws, log }: Context): Promise<string | null> {
  try {
    const { type = 'STANDARD', status = 'ACTIVE' } = await aws.sfn.describeStateMachine({ stateMachineArn: hook });
    if (type !== 'STANDARD') return `is of type ${type}: only STANDARD can be waited for`;
    return status === 'ACTIVE' ? null : `is ${status}`;
  } catch (cause) {
    if (NOT_FOUND.includes((cause as Error).name)) return 'does not exist';
    log.warn('a state machine of others was not looked at: the stage will say whether it can be run', {
      hook,
      cause: String(cause),
    });
    return null;
  }
}

function toRefusal(what: string, lacking: readonly string[], how: string): FsxbenchError {
  return makeRefusal('HookNotAllowed', what, lacking, how, { lacking });
}
