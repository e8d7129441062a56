/** Admission: from what an execution was started with to a plan in the bucket, or a refusal. Creates nothing. */
import { expected, FsxbenchError } from '../shapes/errors';
import { EXECUTION_ID_PATTERN, EXECUTION_ID_RULE } from '../shapes/execution-names';
import { fenceKey, layout, momentKey, pointerKey, TAG } from '../shapes/layout';
import { makePlan } from '../experiment/plan/make-plan';
import { OVER_LIMITS } from '../experiment/plan/refusals';
import { copiesOfPlan, type Plan, type Timing } from '../shapes/plan';
import type { Problem } from '../shapes/problem';
import { type ReadSpec, readSpec, readSpecObject } from '../experiment/reading/read';
import { readJson, readText, writeOnce, writeText } from './bucket';
import type { Config, Context, PlanningContext } from './context';
import { type Pointer, pointerOfPlan } from './recovery/pointer';
import { findImages } from './admission/images';
import { refuseHooks, refuseWhatIsOutside } from './admission/external';
import { currentPrices } from './admission/prices';
import { chooseZone, refuseWhatNetworkLacks } from './admission/zone';
import { refuseAboveQuotas } from './admission/quotas';
import { refuseMissingTools } from './admission/tools';
import { checkStart, refuseWhilePaused, registerStart, type Start, unregisterStart } from './admission/running';
import { resolveHosts } from './leases/hosts';
import { type Lessee, releaseLeases, takeLeases } from './leases/lease';
import { workloadOf } from '../workloads/registry';
import { notBuiltIn } from '../experiment/reading/not-built';
import type { Spec } from '../shapes/spec';
import {
  IAM_SERVICE,
  isOptional,
  LISTED_KINDS,
  type ListedKind,
  type ResourceFacts,
  RESOURCES,
  serviceOf,
} from '../shapes/resources';
import { isTransient } from './handler';
import { kindsOfPlan } from './ledger/may-exist';
import { PAGES } from './ledger/registry';

/** What a person or a schedule starts an execution with: exactly one of `spec` and `specKey`. */
export interface StartInput {
  /** YAML text, or the spec as JSON. */
  readonly spec?: string | Readonly<Record<string, unknown>> | undefined;
  /** Key of a spec in the results bucket. */
  readonly specKey?: string | undefined;
  /** Goes before `design.seed`. */
  readonly seed?: string | undefined;
  /** The moment of the schedule that starts it, ISO 8601: of one experiment it is started once. */
  readonly scheduledAt?: string | undefined;
}

interface AdmitEvent {
  readonly executionId: string;
  readonly startedAt: string;
  readonly input: StartInput;
}

export interface Admitted {
  readonly executionId: string;
  readonly experiment: string;
  readonly rigs: readonly { readonly rig: string; readonly key: string }[];
  readonly parallelRigs: number;
  readonly timing: Timing;
  /** Epoch seconds: an execution that still runs then is closed by its guardian. */
  readonly guardianUntil: number;
}

/** An error with a name that the machine, the console and the command line show. */
function refusal(
  name: 'SpecInvalid' | 'BudgetExceeded' | 'NameInvalid' | 'AlreadyStarted',
  message: string,
): FsxbenchError {
  return new FsxbenchError(name, message);
}

/**
 * Validates, plans, prices, and writes everything that the machines will read.
 * @throws Error `NameInvalid`, `SpecInvalid` (with every problem), `NotBuilt` (with every part that is not),
 * `BudgetExceeded`, `Paused`, `AlreadyRunning`, `Queued`, `TooManyRunning`, `MonthlyBudgetExceeded`, `ZoneLacksTypes`,
 * `QuotaTooSmall`, `ImageNotFound`, `ToolMissing`, `CannotList`,
 * `HostsMissing`, `StoreLeased`, `AlreadyStarted`
 */
export async function admit(
  event: AdmitEvent,
  context: PlanningContext,
): Promise<Admitted> {
  const { executionId, input } = event;
  if (!EXECUTION_ID_PATTERN.test(executionId)) {
    throw refusal('NameInvalid', `the execution is named '${executionId}'; allowed: ${EXECUTION_ID_RULE}`);
  }
  refuseLongInput(input, context.config);
  const { read, text } = await specOf(input, context);
  if (read.spec === undefined) throw refusal('SpecInvalid', listed(read.problems));
  refuseNotBuilt(read.spec);
  refuseAboveDeployment(read.spec.limits.maxUsd, context.config);
  const start = { executionId, startedAt: event.startedAt, scheduledAt: input.scheduledAt };
  if (context.config.local) return admitSpec(read.spec, text, event, Date.parse(event.startedAt), context);
  await refuseWhilePaused(context);
  return admitSpec(read.spec, text, event, await checkStart(read.spec, start, context), context);
}

/** @param admittedAt epoch milliseconds: its hours begin then */
async function admitSpec(
  spec: Spec,
  text: string | undefined,
  { executionId, startedAt, input }: AdmitEvent,
  admittedAt: number,
  context: PlanningContext,
): Promise<Admitted> {
  const planned = makePlan(spec, {
    executionId,
    stack: context.config.stack,
    startedAt: admittedAt,
    scripts: context.scripts,
    prices: await currentPrices(context),
    bucket: context.config.bucket,
    simulated: context.config.simulated,
    ...(input.seed === undefined ? {} : { seed: input.seed }),
    ...(text === undefined ? {} : { specText: text }),
  });
  if (!planned.ok) {
    const over = planned.problems.every(({ code }) => OVER_LIMITS.includes(code));
    throw refusal(over ? 'BudgetExceeded' : 'SpecInvalid', listed(planned.problems));
  }
  for (const { code, message } of planned.advice) if (code === 'OverQuota') context.log.warn(message);
  // A directory of this machine means nothing on AWS, and here nothing of AWS can be created.
  if (planned.plan.local !== context.config.local) {
    const where = context.config.local ? 'need an AWS account' : 'live on the machine of a person';
    throw refusal(
      'SpecInvalid',
      `its targets ${where}: ${[...new Set(copiesOfPlan(planned.plan).map(({ kind }) => kind))].join(', ')}`,
    );
  }
  refuseWhatNetworkLacks(planned.plan, context);
  refuseWhatIsOutside(planned.plan, context);
  refuseCommands(planned.plan, context);
  await refuseHooks(planned.plan, context);
  await refuseMissingTools(planned.plan, context);
  // Side by side: the listing takes no time of its own.
  const [{ place, images, hosts }] = await Promise.all([
    findWhatItNeeds(planned, context),
    refuseWhatCannotBeListed(planned.plan, context),
  ]);
  // Before its name: what has no pointer was never admitted, so it ends as a refusal, with one message and no guardian.
  if (input.scheduledAt !== undefined) await takeMoment(planned.plan, input.scheduledAt, context);
  await takeTurn(spec, { executionId, startedAt, scheduledAt: input.scheduledAt }, admittedAt, context, () =>
    takeNameAndStores({ ...planned.plan, startedAt, hosts }, context),
  );
  for (const { key, text: body } of planned.objects(images, place)) await writeText(context, key, body);
  return admitted(planned.plan);
}

/** Registers the start for as long as it takes the name: a start that is refused then is none. */
async function takeTurn(
  spec: Spec,
  start: Start,
  admittedAt: number,
  context: Context,
  take: () => Promise<void>,
): Promise<void> {
  if (context.config.local) return take();
  await registerStart(spec, start, admittedAt, context);
  try {
    await take();
  } catch (error) {
    await unregisterStart(start, context);
    throw error;
  }
}

/** Zone, images and managed hosts, where the account has them, and its quotas hold the rest. */
async function findWhatItNeeds(planned: Parameters<typeof refuseAboveQuotas>[0] & { plan: Plan }, context: Context) {
  const place = await chooseZone(planned.plan, context);
  await refuseAboveQuotas(planned, context);
  const images = await findImages(planned.plan, context);
  return { place, images, hosts: await resolveHosts(planned.plan, context) };
}

/** A function has so long for all that it does: a lease of one that crashed is nobody's afterwards, seconds. */
const FIRST_LEASE_SECONDS = 900;

/**
 * Stores of others before the name: what is refused has no pointer, and nobody looks after it. Leases are short until
 * the pointer is there, by which a guardian finds them.
 */
async function takeNameAndStores(plan: Plan & Lessee, context: Context): Promise<void> {
  await takeLeases(plan, Math.ceil(context.now() / 1000) + FIRST_LEASE_SECONDS, context);
  try {
    await takeName(plan, plan.startedAt, context);
  } catch (error) {
    await releaseLeases(plan, context);
    throw error;
  }
  await takeLeases(plan, plan.expiresAt, context);
}

/**
 * Writes the pointer, which says that the name is taken and where it belongs: once, and before all objects, so that a
 * guardian finds whatever ends from here on. A name is used once: a plan must never be replaced, and a closed fence
 * would refuse every create anyway.
 */
async function takeName(plan: Plan, startedAt: string, context: Context): Promise<void> {
  const { executionId } = plan;
  const pointer: Pointer = { ...pointerOfPlan(plan), startedAt };
  const written = await writeOnce(context, pointerKey(executionId), JSON.stringify(pointer));
  // The same start again is this lambda, tried again after a lost answer.
  const own = written || (await readJson<Pointer>(context, pointerKey(executionId)))?.startedAt === startedAt;
  if (own && (await readText(context, fenceKey(executionId))) === null) return;
  throw refusal('NameInvalid', `the name '${executionId}' was used by an earlier execution; choose another one`);
}

/** The same scheduled moment delivered twice is one execution: the second ends here. */
async function takeMoment({ experiment, executionId }: Plan, moment: string, context: Context): Promise<void> {
  const key = momentKey(experiment, Math.floor(Date.parse(moment) / 1000));
  if (await writeOnce(context, key, JSON.stringify({ executionId }))) return;
  const note = await readJson<{ executionId: string }>(context, key);
  const first = expected(note, `the note of the moment ${moment}`).executionId;
  if (first === executionId) return;
  throw refusal('AlreadyStarted', `${moment} of ${experiment} has started already, as execution '${first}'`);
}

async function specOf(input: StartInput, context: Context): Promise<{ read: ReadSpec; text?: string }> {
  if ((input.spec === undefined) === (input.specKey === undefined)) {
    throw refusal(
      'SpecInvalid',
      'the input needs exactly one of `spec` (the spec as YAML text or JSON) and `specKey` (its key in the bucket)',
    );
  }
  if (typeof input.spec === 'object') return { read: readSpecObject(input.spec) };
  const name = input.specKey ?? 'the spec';
  const text = input.spec ?? (await readText(context, name));
  if (text === null) throw refusal('SpecInvalid', `there is no object ${name} in the bucket ${context.config.bucket}`);
  return { read: readSpec(text, name), text };
}

/** All problems at once, one a line, with their place. */
function listed(problems: readonly Problem[]): string {
  return problems
    .filter(({ severity }) => severity === 'error')
    .map(
      ({ line, path, message, code }) =>
        `${line === undefined ? '' : `line ${line}: `}${path.join('.')}: ${message} [${code}]`,
    )
    .join('\n');
}

function admitted(plan: Plan): Admitted {
  const keys = layout(plan.experiment, plan.executionId);
  return {
    executionId: plan.executionId,
    experiment: plan.experiment,
    rigs: plan.rigs.map(({ rig }) => ({ rig, key: keys.rig(rig) })),
    parallelRigs: plan.parallelRigs,
    timing: plan.timing,
    guardianUntil: pointerOfPlan(plan).guardianUntil,
  };
}

/**
 * Whoever may start executions could run anything as root on hosts, with their rights: a deployment says that this is
 * meant. Not asked where the deployment is not known, in rehearsals and on this machine.
 * @throws FsxbenchError `CommandsNotAllowed` that names every workload with a script of its own
 */
export function refuseCommands({ spec }: Pick<Plan, 'spec'>, { config }: Pick<Context, 'config'>): void {
  if (config.commands !== false) return;
  const names = Object.entries(spec.workloads).flatMap(([name, { kind }]) =>
    workloadOf(kind)?.needs?.ownScripts === true ? [name] : [],
  );
  if (names.length === 0) return;
  const message =
    'hosts of this deployment run no scripts of specs, and these workloads are such: ' +
    `${names.join(', ')}. Nothing was created. Whoever may start executions could run anything as root on hosts: ` +
    'deploy both stacks with the setting `commands=true` where that is meant (docs/deploy.md)';
  throw new FsxbenchError('CommandsNotAllowed', message, { facts: { workloads: names } });
}

/** @throws FsxbenchError `NotBuilt` with every part that cannot be executed */
function refuseNotBuilt(spec: Spec): void {
  const later = notBuiltIn(spec);
  if (later !== undefined) throw new FsxbenchError('NotBuilt', later.message);
}

/**
 * Bytes of an input. The guardian reads the whole execution, where the input stands as JSON in JSON: escaped twice, it
 * must stay below the 256 KiB of a state (Step Functions guide, Service quotas), or the guardian is blind.
 */
const INPUT_MAX = 65_536;

/** Here no service measures states, and nobody can put a spec elsewhere. */
function refuseLongInput(input: unknown, config: Config): void {
  const bytes = Buffer.byteLength(JSON.stringify(input));
  if (config.local || bytes <= INPUT_MAX) return;
  throw new FsxbenchError(
    'SpecInvalid',
    `the input has ${bytes} bytes; allowed: ${INPUT_MAX}. ` +
      `Put the spec into the bucket ${config.bucket} and start with its key, \`specKey\``,
  );
}

/** Whoever writes a spec writes its budget; whoever pays for the account says how far that may go. */
function refuseAboveDeployment(maxUsd: number, config: Config): void {
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
export async function refuseWhatCannotBeListed(plan: Plan, context: Context): Promise<void> {
  if (context.config.local) return;
  const made = kindsOfPlan(plan);
  const kinds = LISTED_KINDS.filter((kind) => made.has(kind) && !isOptional(kind) && RESOURCES[kind].tags === 'own');
  const lines = (await Promise.all(kinds.map((kind) => refusalToList(kind, context)))).flat();
  if (lines.length === 0) return;
  const advice = 'Allow it to the functions of the deployment: a policy of the organisation or a boundary may deny it.';
  const reason = 'What cannot be listed could not be deleted, nor shown to be gone. Nothing was created.';
  throw new FsxbenchError('CannotList', [...lines, reason, advice].join('\n'));
}

/** A line for one that cannot be listed; none where it can. */
async function refusalToList(kind: ListedKind, { aws, config }: Context): Promise<string[]> {
  const tags = { [TAG.stack]: config.stack };
  try {
    await PAGES[kind](aws, { tags, which: 'living', parent: null, token: undefined });
    return [];
  } catch (error) {
    if (isTransient(error)) throw error;
    const { list, describe }: ResourceFacts = RESOURCES[kind];
    const action = `${IAM_SERVICE[serviceOf(kind)]}:${list ?? describe}`;
    return [`${kind} cannot be listed (${action}): ${(error as Error).name}: ${(error as Error).message}`];
  }
}
