/** Checks that hosts can reach external storage and read its secrets, and that hooks can run. */
import { FsxbenchError, makeRefusal } from '../../shapes/errors';
import { type ExternalUse, type Ports, parsePorts } from '../../shapes/external-storage';
import type { Plan } from '../../shapes/plan';
import type { Config, Context } from '../context';

type PlanCopies = { readonly rigs: readonly { readonly copies: Plan['rigs'][number]['copies'] }[] };
/** What a deployment allows; absent where it is unknown. */
interface DeploymentFacts {
  readonly config: Pick<Config, 'external' | 'secrets'>;
  readonly log: Pick<Context['log'], 'warn'>;
}

type EgressRule = NonNullable<Config['external']>[number];

/**
 * Checks addresses and secrets against the deployment's settings. A literal address must be in a range that is open for
 * its port. A DNS name passes if any range is open for its port, because hosts resolve the name only when they mount.
 * Does nothing if the deployment is unknown: in local runs and rehearsals.
 * @throws FsxbenchError `EgressNotAllowed` that names every missing server and secret, and the settings
 */
export function refuseUnreachable({ rigs }: PlanCopies, { config, log }: DeploymentFacts): void {
  const uses = rigs.flatMap(({ copies }) => copies.flatMap(({ external }) => external ?? []));
  const lacking = [...new Set([...listUnreachable(uses, config, log), ...listUnboundSecrets(uses, config)])];
  if (lacking.length === 0) return;
  throw makeRefusal(
    'EgressNotAllowed',
    'the settings of this deployment do not allow what these targets need:',
    lacking,
    'Check that hosts may use these servers and secrets. Then add them to the settings `external` and `secrets`, ' +
      'and run `cdk deploy --all` (docs/deploy.md).',
    { lacking },
  );
}

function listUnreachable(
  uses: readonly ExternalUse[],
  { external }: DeploymentFacts['config'],
  log: DeploymentFacts['log'],
): string[] {
  if (external === undefined) return [];
  return uses
    .flatMap(({ servers: reaches }) => reaches)
    .flatMap(({ address, ports, fileSystemId }) => {
      const number = parseIpv4(address);
      const ways = external.filter((way) => fileSystemId === undefined || way.fileSystemId === fileSystemId);
      const missing = ports.filter((port) => !ways.some((way) => allowsPort(way, port, number)));
      if (number === null && missing.length === 0)
        log.warn(
          'a DNS name was not checked against the egress ranges; a blocked address shows only when a host connects',
          { address },
        );
      const mount = fileSystemId === undefined ? '' : `, with "fileSystemId":"${fileSystemId}"`;
      return missing.length === 0 ? [] : [`access to ${address}, TCP port ${missing.join(', ')}${mount}`];
    });
}

function listUnboundSecrets(uses: readonly ExternalUse[], { secrets: bindings }: DeploymentFacts['config']): string[] {
  if (bindings === undefined) return [];
  return uses
    .flatMap(({ secrets }) => secrets)
    .flatMap(({ secret, servers }) => {
      const allowed = bindings.filter((one) => one.secret === secret).flatMap((one) => one.servers);
      const others = servers.filter((server) => !allowed.includes(server));
      const may = allowed.length === 0 ? 'no server' : allowed.join(', ');
      return others.map((server) => `the secret ${secret} for ${server}; it may go to ${may}`);
    });
}

/** @param address IPv4 address as a number; null for a DNS name */
function allowsPort({ cidr, ports }: EgressRule, port: Ports, address: number | null): boolean {
  const { from, to } = parsePorts(port);
  if (!ports.map(parsePorts).some((open) => open.from <= from && to <= open.to)) return false;
  if (address === null) return true;
  const [base = '', bits = ''] = cidr.split('/');
  const size = 2 ** (32 - Number(bits));
  return Math.floor(address / size) === Math.floor((parseIpv4(base) ?? -1) / size);
}

function parseIpv4(address: string): number | null {
  const parts = /^(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(address)?.slice(1).map(Number);
  return parts === undefined ? null : parts.reduce((sum, part) => 256 * sum + part, 0);
}

/**
 * Checks that the deployment allows each hook, and that Step Functions can wait for it. Skips the first check if the
 * deployment is unknown (rehearsals). A failed lookup is only logged: the stage will report the cause.
 * @throws FsxbenchError `HookNotAllowed` that names every state machine that is not allowed, or for which Step
 * Functions cannot wait; `NotSupported` in local runs
 */
export async function refuseHooks({ rigs }: Pick<Plan, 'rigs'>, context: Context): Promise<void> {
  const { config } = context;
  const batches = rigs.flatMap(({ periods }) => periods.flatMap((period) => period.batches));
  const actions = batches.flatMap(({ changes }) => changes.flatMap((change) => change.actions ?? []));
  if (config.local && actions.length > 0)
    throw new FsxbenchError(
      'NotSupported',
      'local runs cannot wait for hooks or confirmations: stages with `reach` run only in an AWS account. ' +
        '`npx fsxbench plan` works in full',
    );
  const hooks = [...new Set(actions.flatMap((action) => ('hook' in action ? [action.hook] : [])))];
  refuseUnlistedHooks(hooks, context);
  const wrong: string[] = [];
  for (const hook of hooks) {
    const why = await checkHook(hook, context);
    if (why !== null) wrong.push(`${hook} ${why}`);
  }
  if (wrong.length > 0) throw toRefusal('these state machines cannot run as hooks:', wrong, HOOK_ADVICE);
}

const HOOK_ADVICE = 'Nothing was created. Use ACTIVE standard state machines (docs/deploy.md).';

function refuseUnlistedHooks(hooks: readonly string[], { config }: Context): void {
  if (config.hooks === undefined) return;
  const { hooks: allowed } = config;
  const lacking = hooks.filter((hook) => !allowed.includes(hook));
  if (lacking.length > 0)
    throw toRefusal(
      'this deployment may not run the state machines of these stages:',
      lacking,
      'Add them to the setting `hooks`, and run `cdk deploy --all` (docs/deploy.md).',
    );
}

/** Error names of the API for a missing state machine. */
const NOT_FOUND: readonly string[] = ['StateMachineDoesNotExist', 'InvalidArn'];

/** @returns null if Step Functions can wait for the machine: `.sync:2` needs a standard one (guide, Run a Job) */
async function checkHook(hook: string, { aws, log }: Context): Promise<string | null> {
  try {
    const { type = 'STANDARD', status = 'ACTIVE' } = await aws.sfn.describeStateMachine({ stateMachineArn: hook });
    if (type !== 'STANDARD') return `is of type ${type}: only STANDARD machines can be waited for`;
    return status === 'ACTIVE' ? null : `is ${status}`;
  } catch (cause) {
    if (NOT_FOUND.includes((cause as Error).name)) return 'does not exist';
    log.warn('an external state machine could not be checked; its stage will report an error if it cannot run', {
      hook,
      cause: String(cause),
    });
    return null;
  }
}

function toRefusal(what: string, lacking: readonly string[], how: string): FsxbenchError {
  return makeRefusal('HookNotAllowed', what, lacking, how, { lacking });
}
