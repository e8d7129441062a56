/** Admission: turns the start input of an execution into a plan in the bucket, or refuses it. Creates nothing. */
import { ensure, FsxbenchError } from '../shapes/errors';
import { EXECUTION_NAME_PATTERN, EXECUTION_NAME_RULE, toExecutionId } from '../shapes/execution-names';
import { getFenceKey, layout, getScheduledStartKey, getPointerKey, getResultKey } from '../shapes/layout';
import { makePlan } from '../experiment/plan/make-plan';
import { LIMIT_PROBLEM_CODES } from '../experiment/plan/refusals';
import type { PlanObject, RigDocument } from '../shapes/documents';
import { getStartKey } from '../shapes/start-notes';
import { listCopies, type Plan, type Timing } from '../shapes/plan';
import { readJson, readText, writeOnce, writeText } from './bucket';
import type { Context, PlanningContext } from './context';
import { type Pointer, makePointer } from './recovery/pointer';
import { findImages } from './admission/images';
import { refuseHooks, refuseUnreachable } from './admission/external';
import { getCurrentPrices } from './admission/prices';
import { refuseUnlaunchable } from './admission/launch';
import { chooseZone, refuseNetworkGaps } from './admission/zone';
import { refuseAboveQuotas } from './admission/quotas';
import { requireTools } from './admission/tools';
import { refuseAboveMaxUsd, refuseCommands, refuseLongInput, refuseUnlistable } from './admission/refusals';
import { formatProblems, parseStartInput, readStartSpec, type StartInput } from './admission/start-input';
import { checkStart, refuseWhilePaused, registerStart, type Start, unregisterStart } from './admission/start-register';
import { resolveHosts } from './leases/managed-hosts';
import { type Lessee, releaseLeases, takeLeases } from './leases/lease';
import type { Spec } from '../shapes/spec';
import { makeLinks, makeResult, NO_ANSWER } from '../report/result';
import { locateExecution } from './executions';
import { pluralize, formatUsd } from '../results/format';
import { formatSeconds } from '../shapes/quantity';
interface AdmitEvent {
  readonly executionId: string;
  /** ISO 8601. */
  readonly startedAt: string;
  /** As the user wrote it: see {@link StartInput}. */
  readonly input: unknown;
}

export interface AdmitResult {
  readonly executionId: string;
  readonly experiment: string;
  readonly rigs: readonly { readonly rig: string; readonly key: string }[];
  readonly parallelRigs: number;
  readonly timing: Timing;
  /** Epoch seconds. The guardian closes the execution if it still runs at this time. */
  readonly guardianUntil: number;
  /** A walk by price, which chooses its rigs; absent: all rigs are measured. */
  readonly walk?: true;
}

function toRefusal(
  name: 'SpecInvalid' | 'BudgetExceeded' | 'NameInvalid' | 'AlreadyStarted',
  message: string,
): FsxbenchError {
  return new FsxbenchError(name, message);
}

/**
 * Validates, plans and prices a spec, and writes everything that the machines read.
 * @throws FsxbenchError `NameInvalid`, `SpecInvalid`, `BudgetExceeded`, `Paused`, `AlreadyRunning`,
 * `Queued`, `TooManyRunning`, `MonthlyBudgetExceeded`, `ZoneLacksTypes`, `QuotaTooSmall`, `ImageNotFound`,
 * `ToolMissing`, `CannotList`, `CannotLaunch`, `HostsMissing`, `StorageInUse`, `AlreadyStarted`, `UnreadablePrices`
 */
export async function admit(event: AdmitEvent, context: PlanningContext): Promise<AdmitResult> {
  const { executionId: name } = event;
  if (!EXECUTION_NAME_PATTERN.test(name))
    throw toRefusal('NameInvalid', `the execution name is '${name}'; allowed: ${EXECUTION_NAME_RULE}`);
  const executionId = toExecutionId(name);
  refuseLongInput(event.input, context.config);
  const input = parseStartInput(event.input, context);
  const { read, text } = await readStartSpec(input, context);
  if (read.spec === undefined) throw toRefusal('SpecInvalid', formatProblems(read.problems));
  refuseAboveMaxUsd(read.spec.limits.maxUsd, context.config);
  const start = { executionId, name, startedAt: event.startedAt, scheduledAt: input.scheduledAt };
  const request = { spec: read.spec, text, input, start };
  if (context.config.local) return admitSpec(request, Date.parse(event.startedAt), context);
  await refuseWhilePaused(context);
  return admitSpec(request, await checkStart(read.spec, start, context), context);
}

/** A spec, its text, and the identity of the execution to start. */
interface StartRequest {
  readonly spec: Spec;
  readonly text: string | undefined;
  readonly input: StartInput;
  readonly start: Start & { readonly name: string };
}

/** @param admittedAt epoch milliseconds: the execution's time limits count from here */
async function admitSpec(
  { spec, text, input, start }: StartRequest,
  admittedAt: number,
  context: PlanningContext,
): Promise<AdmitResult> {
  const { executionId, startedAt } = start;
  const planned = makePlan(spec, {
    executionId,
    stack: context.config.stack,
    startedAt: admittedAt,
    scripts: context.scripts,
    prices: await getCurrentPrices(context),
    bucket: context.config.bucket,
    simulated: context.config.simulated,
    tags: context.config.tags ?? [],
    ...(input.seed === undefined ? {} : { seed: input.seed }),
    ...(input.accept === undefined ? {} : { accept: input.accept }),
    ...(text === undefined ? {} : { specText: text }),
  });
  if (!planned.ok) {
    const over = planned.problems.every(({ code }) => LIMIT_PROBLEM_CODES.includes(code));
    throw toRefusal(over ? 'BudgetExceeded' : 'SpecInvalid', formatProblems(planned.problems));
  }
  for (const { code, message } of planned.advice) if (code === 'OverQuota') context.log.warn(message);
  // Local directories do not exist on AWS, and a local run cannot create AWS resources.
  if (planned.plan.local !== context.config.local) {
    const where = context.config.local ? 'need an AWS account' : 'exist only on a local machine';
    throw toRefusal(
      'SpecInvalid',
      `its targets ${where}: ${[...new Set(listCopies(planned.plan).map(({ kind }) => kind))].join(', ')}`,
    );
  }
  refuseNetworkGaps(planned.plan, context);
  refuseUnreachable(planned.plan, context);
  refuseCommands(planned.plan, context);
  await refuseHooks(planned.plan, context);
  await requireTools(planned.plan, context);
  // Both run in parallel, so the listing of resources adds no time.
  const [{ place, images, hosts }] = await Promise.all([
    findPrerequisites(planned, context),
    refuseUnlistable(planned.plan, context),
  ]);
  const objects = planned.objects(images, place);
  await refuseUnlaunchable(readRigs(objects, planned.plan), context);
  if (input.do === 'plan') throw await writePlannedResult(planned.plan, start.name, input, context);
  // Runs before the name is taken: without it, a refusal sends one mail and starts no guardian.
  if (input.scheduledAt !== undefined) await takeMoment(planned.plan, input.scheduledAt, context);
  await withRegistration(spec, start, admittedAt, context, () =>
    takeNameAndStores({ ...planned.plan, startedAt, hosts }, start.name, context),
  );
  for (const { key, text: body } of objects) await writeText(context, key, body);
  return toAdmitResult(planned.plan);
}

function readRigs(objects: readonly PlanObject[], { experiment, executionId, rigs }: Plan): RigDocument[] {
  const keys = new Set(rigs.map(({ rig }) => layout(experiment, executionId).rig(rig)));
  return objects.filter(({ key }) => keys.has(key)).map(({ text }) => JSON.parse(text) as RigDocument);
}

/** With `do: plan`, admission stops here: the error message is the result, as JSON. */
async function writePlannedResult(
  plan: Plan,
  name: string,
  input: StartInput,
  context: Context,
): Promise<FsxbenchError> {
  const { executionId, experiment, estimate, trials, cells, rigs, spec } = plan;
  const { do: _, ...start } = input;
  const again = input.spec === undefined ? ` To start it: ${JSON.stringify(start)}` : '';
  const text =
    `${experiment}: ${pluralize(trials.length, 'trial')} of ${pluralize(cells.length, 'configuration')} on ` +
    `${pluralize(rigs.length, 'rig')}, about ${formatSeconds(estimate.seconds)} and ${formatUsd(estimate.usd)} by ` +
    `list prices; limits.maxUsd is ${formatUsd(spec.limits.maxUsd)}. Nothing was created.${again}`;
  const facts = { executionId, experiment, plan, summary: null, receipt: null, error: null, cause: null };
  const { execution } = makeLinks({ ...facts, place: locateExecution(name, context) });
  const links = { execution, report: null, files: null };
  const { stack } = context.config;
  const result = makeResult({ ...facts, outcome: 'PLANNED', clean: true, stack, links });
  const written = JSON.stringify({ ...result, answer: { ...NO_ANSWER, outcome: 'planned', headline: text } });
  await writeOnce(context, getResultKey(executionId), written);
  return new FsxbenchError('PlannedOnly', written);
}

/** Registers the start while `take` reserves the name, and unregisters the start if the name is refused. */
async function withRegistration(
  spec: Spec,
  start: Start,
  admittedAt: number,
  context: Context,
  take: () => Promise<void>,
): Promise<void> {
  if (context.config.local) return take();
  await registerStart(spec, start, admittedAt, context);
  try {
    // Starts may have been paused during the seconds that planning takes.
    await refuseWhilePaused(context);
    await take();
  } catch (error) {
    await unregisterStart(start, context);
    throw error;
  }
}

/** Zone, images and managed hosts of the plan; refuses a plan above the account's quotas. */
async function findPrerequisites(planned: Parameters<typeof refuseAboveQuotas>[0] & { plan: Plan }, context: Context) {
  const place = await chooseZone(planned.plan, context);
  await refuseAboveQuotas(planned, context);
  const images = await findImages(planned.plan, context);
  return { place, images, hosts: await resolveHosts(planned.plan, context) };
}

/** Longest run of the function, in seconds. The leases of a crashed function expire after this time. */
const FIRST_LEASE_SECONDS = 900;

/** Takes leases before the name. Leases are short until the pointer exists: no guardian would release them earlier. */
async function takeNameAndStores(plan: Plan & Lessee, name: string, context: Context): Promise<void> {
  await takeLeases(plan, Math.ceil(context.now() / 1000) + FIRST_LEASE_SECONDS, context);
  try {
    await takeName(plan, name, context);
  } catch (error) {
    await releaseLeases(plan, context);
    throw error;
  }
  await takeLeases(plan, plan.expiresAt, context);
}

/**
 * Writes the pointer: an object that reserves the name and locates the execution's objects. It is written once, before
 * all other objects, so that a guardian finds every execution. Each name is used once: a plan must never be replaced,
 * and a closed fence refuses every create.
 */
async function takeName(plan: Plan, name: string, context: Context): Promise<void> {
  const { executionId, startedAt } = plan;
  const pointer: Pointer = { ...makePointer(plan), ...(name === executionId ? {} : { name }) };
  if (!context.config.local) await writeText(context, getStartKey(startedAt, executionId), '{}');
  const written = await writeOnce(context, getPointerKey(executionId), JSON.stringify(pointer));
  // The same start time means that Step Functions retries this function after a lost answer.
  const own = written || (await readJson<Pointer>(context, getPointerKey(executionId)))?.startedAt === startedAt;
  if (own && (await readText(context, getFenceKey(executionId))) === null) return;
  throw toRefusal('NameInvalid', `the name '${executionId}' belongs to an earlier execution; choose another name`);
}

/** If Scheduler delivers a scheduled time twice, the second delivery is refused. */
async function takeMoment({ experiment, executionId }: Plan, moment: string, context: Context): Promise<void> {
  const key = getScheduledStartKey(experiment, Math.floor(Date.parse(moment) / 1000));
  if (await writeOnce(context, key, JSON.stringify({ executionId }))) return;
  const note = await readJson<{ executionId: string }>(context, key);
  const first = ensure(note, `the note of the moment ${moment}`).executionId;
  if (first === executionId) return;
  throw toRefusal('AlreadyStarted', `${moment} of ${experiment} has started already, as execution '${first}'`);
}

function toAdmitResult(plan: Plan): AdmitResult {
  const keys = layout(plan.experiment, plan.executionId);
  return {
    executionId: plan.executionId,
    experiment: plan.experiment,
    rigs: plan.rigs.map(({ rig }) => ({ rig, key: keys.rig(rig) })),
    parallelRigs: plan.parallelRigs,
    timing: plan.timing,
    guardianUntil: makePointer(plan).guardianUntil,
    ...(plan.walk === undefined ? {} : { walk: true as const }),
  };
}
