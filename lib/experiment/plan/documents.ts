/** Documents of a plan that the state machines read. */
import { CONTRACT_VERSION } from '../../shapes/contract-version';
import { ensure } from '../../shapes/errors';
import type { BatchDocument, RigDocument, RoundPart, Tag, RigAction, TrialChange } from '../../shapes/documents';
import { getCopyTag, type Layout, layout, getRigTag, getConfirmationKey } from '../../shapes/layout';
import { TAG_KEYS } from '../../shapes/tags';
import { dropUndefined, sha256 } from '../../shapes/canonical-json';
import { findPaidWave } from '../../shapes/requests';
import { type ChangedFacts, getCallKind, findCreatedKind, RESOURCES, type StorageFacts } from '../../shapes/resources';
import { nameResource } from '../../shapes/bucket-name';
import type { CopyChange, CopyPlan, Plan, PlannedChange, PlannedCreate, RigPlan } from '../../shapes/plan';
import type { PlannedAction } from '../../shapes/reach';
import { makeRoleDocument } from './role-document';
import { MAX_ATTEMPTS } from './worst-case';
import { joinName } from '../../shapes/execution-names';

export type DocumentContext = Pick<Plan, 'experiment' | 'executionId' | 'deadline' | 'expiresAt' | 'timing'> & {
  readonly stack: string;
  readonly tags: readonly Tag[];
  /** Weekly window in which AWS may patch FSx file systems: `d:HH:MM`, UTC. */
  readonly maintenance: string;
};

/** Key of the endpoints if there are none, because Systems Manager rejects empty parameters. */
const NO_ENDPOINTS_KEY = 'none';

/**
 * The document of one rig.
 * @param documents all batches of the rig
 * @param startingSeconds between readiness of its target instances and its first trial
 */
export function makeRigDocument(
  frame: DocumentContext,
  rig: Omit<RigPlan, 'expectedSeconds' | 'estimateUsd'>,
  documents: readonly BatchDocument[],
  startingSeconds: number,
): RigDocument {
  const keys = layout(frame.experiment, frame.executionId);
  const tag = getRigTag(frame.executionId, rig.rig);
  const tags = listTags(frame, tag);
  const disks = rig.roles.flatMap(({ role, disks: own = [] }) =>
    own.map(({ copy, volume, device }) => ({ role, copy, volume, device })),
  );
  return {
    version: CONTRACT_VERSION,
    executionId: frame.executionId,
    experiment: frame.experiment,
    rig: rig.rig,
    rigTag: tag,
    bucketKeys: {
      fence: keys.fence,
      hosts: keys.hosts(rig.rig),
      endpoints: getEndpointsKey(rig, keys),
      outcome: keys.rigOutcome(rig.rig),
      prepare: keys.prepare(rig.rig),
    },
    tags,
    expiresAt: frame.expiresAt,
    deadline: frame.deadline,
    shareUsd: rig.shareUsd,
    firstUsdPerHour: rig.periods[0]?.batches[0]?.usdPerHour ?? rig.usdPerHour,
    usdPerHour: rig.usdPerHour,
    readySeconds: rig.readySeconds,
    startingSeconds,
    copies: rig.copies.map(({ copy, startAfterSeconds, usdPerHour, requests, external, prepare, unmount = [] }) => ({
      copy,
      copyTag: getCopyTag(tag, copy),
      startAfterSeconds,
      usdPerHour,
      ...(findPaidWave(requests) === 0 ? {} : { billedWave: findPaidWave(requests) }),
      requests: requests.map((request) => completeCreate(request, frame, getCopyTag(tag, copy), tags)),
      externalOutputs: external?.outputs ?? {},
      prepare,
      unmount,
    })),
    roles: rig.roles.map((role) => makeRoleDocument(role, rig.copies, tags, keys.seen(`${tag}__${role.role}`))),
    hosts: rig.hosts,
    ...(disks.length === 0 ? {} : { disks }),
    ...dropUndefined({ clean: rig.clean }),
    batches: buildBatches(frame, rig, documents),
    timing: frame.timing,
  };
}

function listTags(frame: DocumentContext, tag: string): Tag[] {
  return [
    { Key: TAG_KEYS.stack, Value: frame.stack },
    { Key: TAG_KEYS.experiment, Value: frame.experiment },
    { Key: TAG_KEYS.execution, Value: frame.executionId },
    { Key: TAG_KEYS.rig, Value: tag },
    { Key: TAG_KEYS.expiresAt, Value: String(frame.expiresAt) },
    ...frame.tags,
  ];
}

function buildBatches(
  frame: DocumentContext,
  rig: Pick<RigPlan, 'rig' | 'periods' | 'copies'>,
  documents: readonly BatchDocument[],
): RigDocument['batches'] {
  const keys = layout(frame.experiment, frame.executionId);
  const targets = new Map(rig.copies.map(({ copy, target }) => [copy, target]));
  const byNumber = new Map(documents.map((document) => [document.batch, document]));
  return rig.periods.flatMap(({ period, batches }) =>
    batches.map(({ batch, changes, usdPerHour, copyUsdPerHour }) => {
      const document = ensure(byNumber.get(batch), `a document of batch ${batch}`);
      return {
        period,
        changes: changes.map((change) => ({
          copy: change.copy,
          stage: change.stage,
          ...(change.requestedBy === undefined ? {} : { recordKey: keys.events(rig.rig, change.requestedBy.trial) }),
          requests: [
            ...buildActions(change.actions ?? [], {
              ...frame,
              rig: rig.rig,
              batch,
              copy: change.copy,
              target: targets.get(change.copy),
            }),
            ...completeChanges(change, { ...frame, rig: rig.rig, batch }),
          ],
        })),
        ...dropUndefined({ changing: document.trials.find(({ change }) => change !== undefined)?.copy }),
        copies: [...new Set(document.trials.map(({ copy }) => copy))],
        first: getFirstRound(document),
        usdPerHour,
        copyUsdPerHour,
        batch,
        key: keys.batch(rig.rig, batch),
        timeoutSeconds: computeBatchTimeout(document),
      };
    }),
  );
}

/** The remaining parts of the first round in a batch; its first trial if that starts a round. */
function getFirstRound({ trials }: BatchDocument): readonly RoundPart[] {
  const { seconds, round } = ensure(trials[0], 'a trial in a batch');
  return round.length > 0 ? round : [{ seconds }];
}

/** Key of the endpoints for the hosts, or `none` if nothing is created. */
export function getEndpointsKey({ rig, copies, roles }: RigParts, keys: Layout): string {
  const made =
    copies.some(({ requests, external }) => requests.length > 0 || external !== undefined) ||
    roles.some(({ disks = [] }) => disks.length > 0);
  return made ? keys.endpoints(rig) : NO_ENDPOINTS_KEY;
}

/** The parts of a rig that decide whether anything is created for it. */
export type RigParts = Pick<RigPlan, 'rig' | 'roles'> & {
  readonly copies: readonly Pick<CopyPlan, 'requests' | 'external'>[];
};

/** Added to the timeout of a batch, because AWS may throttle its calls repeatedly. */
const BATCH_MARGIN_SECONDS = 1800;

/** Upper bound of seconds for a batch: the timeouts of all steps in all attempts of all trials. */
function computeBatchTimeout({ trials, timing }: BatchDocument): number {
  const around = timing.barrierLeadSeconds + timing.deliverySeconds + 2 * timing.pollSeconds;
  const steps = trials.flatMap((trial) => [...trial.fixtures, ...trial.steps]);
  const once = steps.reduce((sum, step) => sum + step.timeoutSeconds + around, 0);
  // A batch with a change has one trial with one attempt, and waits for the change.
  const changing = trials.reduce((sum, { change }) => sum + (change === undefined ? 0 : computeChangeLimit(change)), 0);
  return Math.ceil((changing > 0 ? 1 : MAX_ATTEMPTS) * once + changing + BATCH_MARGIN_SECONDS);
}

function computeChangeLimit({ afterSeconds, requests }: TrialChange): number {
  return requests.reduce((sum, one) => sum + one.timeoutSeconds + one.pauseSeconds, afterSeconds);
}

/** FSx accepts tokens of 1 to 63 characters (API reference, CreateFileSystem). */
const TOKEN_CHARACTERS = 60;

/** Idempotency token from stack, rig, request and attempt: only retries of one request share a token. */
function makeToken(...parts: readonly string[]): string {
  return sha256(parts.join('/')).slice(0, TOKEN_CHARACTERS);
}

/** Configuration keys of FSx that accept a weekly window (API reference, CreateFileSystem). EFS has none. */
const KINDS_WITH_WINDOW = ['LustreConfiguration', 'OntapConfiguration', 'OpenZFSConfiguration'];

/** By default AWS chooses the window, and patching stalls a file system for minutes and empties its cache. */
function addMaintenanceWindow(input: PlannedCreate['input'], maintenance: string): PlannedCreate['input'] {
  return Object.fromEntries(
    Object.entries(input).map(([name, value]) => [
      name,
      KINDS_WITH_WINDOW.includes(name) ? { ...(value as object), WeeklyMaintenanceStartTime: maintenance } : value,
    ]),
  );
}

/** Hours from the window to the execution. The next window is six and a half days later, longer than any execution. */
const WINDOW_BEFORE_HOURS = 12;

/** @param startedAt epoch milliseconds @returns `d:HH:MM`, Monday is 1 */
export function computeMaintenanceTime(startedAt: number): string {
  const at = new Date(startedAt - WINDOW_BEFORE_HOURS * 3_600_000);
  return `${at.getUTCDay() || 7}:${at.toISOString().slice(11, 16)}`;
}

/** A create request with token, tags and name. The console shows the name. */
function completeCreate(
  request: PlannedCreate,
  { stack, maintenance }: Pick<DocumentContext, 'stack' | 'maintenance'>,
  tag: string,
  tags: readonly Tag[],
): RigDocument['copies'][number]['requests'][number] {
  const kind = findCreatedKind(request.call);
  if (kind === null) return request;
  const { tokens, tags: whose, name, optional }: StorageFacts = RESOURCES[kind];
  const own = [
    { Key: TAG_KEYS.copy, Value: tag },
    { Key: 'Name', Value: `${tag}.${request.id}` },
  ];
  const token = makeToken(stack, tag, request.id, 'a1');
  const known = {
    ...(name === undefined ? {} : { [name]: nameResource(kind, stack, `${tag}.${request.id}`) }),
    ...(tokens.create === null ? {} : { [tokens.create]: token }),
    ...(whose === 'parent' ? {} : { Tags: [...tags, ...own] }),
  };
  const input = request.call === 'CreateFileSystem' ? addMaintenanceWindow(request.input, maintenance) : request.input;
  return { ...request, ...(optional === true ? { optional } : {}), input: { ...input, ...known } };
}

/** The requests of a change before or in a batch, with their tokens. */
export function completeChanges(
  { copy, requests }: Pick<CopyChange, 'copy' | 'requests'>,
  frame: DocumentContext & { readonly rig: string; readonly batch: number },
): PlannedChange[] {
  const rigTag = getRigTag(frame.executionId, frame.rig);
  const tags = listTags(frame, rigTag);
  return requests.map((one, nth) =>
    completeChange(one, frame, getCopyTag(rigTag, copy), { batch: frame.batch, nth, tags }),
  );
}

/** A change request with its token. Create requests in a change also get tags and a name. */
function completeChange(
  request: PlannedChange,
  frame: Pick<DocumentContext, 'stack' | 'maintenance'>,
  tag: string,
  { batch, nth, tags }: { readonly batch: number; readonly nth: number; readonly tags: readonly Tag[] },
): PlannedChange {
  const { tokens }: ChangedFacts = RESOURCES[getCallKind(request.call)];
  if (findCreatedKind(request.call) !== null) {
    const { input } = completeCreate({ ...request, id: request.of, wave: 0 }, frame, tag, tags);
    return { ...request, input };
  }
  const token = makeToken(frame.stack, tag, String(batch), String(nth), 'a1');
  return { ...request, input: { ...request.input, ...(tokens.update === null ? {} : { [tokens.update]: token }) } };
}

interface ActionContext extends Pick<Plan, 'experiment' | 'executionId'> {
  readonly rig: string;
  readonly batch: number;
  readonly copy: string;
  readonly target: string | undefined;
}

/** Actions before a batch, one after the other. Names match the executions that `rig.asl.yaml` starts for them. */
export function buildActions(
  actions: readonly PlannedAction[],
  { experiment, executionId, rig, batch, copy, target }: ActionContext,
): RigAction[] {
  const keys = layout(experiment, executionId);
  return actions.map((action, index) => {
    const name = joinName(executionId, rig, 'act', batch, copy, index + 1);
    return {
      of: 'action',
      expectedSeconds: action.withinSeconds,
      timeoutSeconds: action.withinSeconds,
      pauseSeconds: 0,
      action: {
        ...action,
        target: ensure(target, 'the target of an action'),
        copy,
        questionKey: getConfirmationKey(executionId, name),
        startedKey: keys.action(`${name}.started`),
        outcomeKey: keys.action(name),
      },
    };
  });
}
