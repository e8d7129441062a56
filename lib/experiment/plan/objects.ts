/** Objects of a plan in the bucket. They include facts that admission finds: images, and the zone of the deployment. */
import { groupBy } from '../../shapes/collections';
import type { BatchDocument, GuardDocument, PlanObject, RigDocument, TrialItem } from '../../shapes/documents';
import type { FoundImage } from '../../shapes/images';
import type { Plan, Scripts, Cell } from '../../shapes/plan';
import { stringify } from 'yaml';
import { layout } from '../../shapes/layout';
import { fillImages } from './role-document';
import { ensure } from '../../shapes/errors';
import type { TrialTarget } from '../../shapes/fixture';
import { mergeLevels } from '../../shapes/observation';
import { findTelemetry } from '../../shapes/telemetry';

export interface SecondZone {
  readonly zone: string;
  readonly subnetId: string;
}

/** References to a zone in requests: see `network` of `lib/aws/context.ts`. */
const REFERENCE = /"@network\.(subnetId|zone)(2?)"/g;

/** Swaps references to the first and the second zone. */
export function swapZones<T extends object>(document: T): T {
  const text = JSON.stringify(document);
  return JSON.parse(
    text.replaceAll(REFERENCE, (_all, name: string, second: string) => `"@network.${name}${second === '' ? '2' : ''}"`),
  ) as T;
}

export function moveToSecondZone(document: RigDocument, { subnetId }: SecondZone): RigDocument {
  const { roles, ...rest } = swapZones(document);
  return { ...rest, roles: roles.map((role) => (role.managed === true ? role : { ...role, subnetId })) };
}

/**
 * The plan and the objects next to it.
 * @param images that admission found
 * @param place null for the first zone of the deployment
 */
export function renderObjects(
  plan: Plan,
  loads: readonly { readonly document: RigDocument; readonly batches: readonly BatchDocument[] }[],
  scripts: Scripts,
  { specText }: { readonly specText?: string | undefined },
  images: readonly FoundImage[] = [],
  place: SecondZone | null = null,
): readonly PlanObject[] {
  const documents = loads.map(({ document }) => ({
    ...document,
    roles: document.roles.map((role) => fillImages(role, images)),
  }));
  const batches = loads.flatMap((load) => load.batches);
  const whole = images.length === 0 ? plan : { ...plan, images };
  if (place === null) return listPlanObjects(whole, documents, batches, scripts, specText);
  const there = documents.map((document) => moveToSecondZone(document, place));
  const { spec } = whole;
  const moved = { ...swapZones(whole), spec, zone: place.zone };
  return listPlanObjects(moved, there, batches.map(swapZones), scripts, specText);
}

/** All objects that are written to the bucket before an execution creates anything. */
export function listPlanObjects(
  plan: Plan,
  rigs: readonly RigDocument[],
  batches: readonly BatchDocument[],
  scripts: Scripts,
  specText?: string,
): PlanObject[] {
  const keys = layout(plan.experiment, plan.executionId);
  return [
    { key: keys.spec, text: specText ?? stringify(plan.spec) },
    // Written before the plan, because the plan triggers the rows of trials, and their state machine reads these items.
    { key: keys.trials, text: JSON.stringify(listTrialItems(plan)) },
    { key: keys.plan, text: `${JSON.stringify(plan, null, 1)}\n` },
    ...rigs.map((document) => ({ key: keys.rig(document.rig), text: JSON.stringify(document) })),
    ...listGuards(plan).map(({ rig, guards }) => ({ key: keys.guards(rig), text: JSON.stringify(guards) })),
    ...batches.map((document) => ({ key: keys.batch(document.rig, document.batch), text: JSON.stringify(document) })),
    ...Object.entries(scripts).map(([sha, text]) => ({ key: keys.script(sha), text })),
  ];
}

/** Searches of each rig that has guarded trials, with those; all trials of each rig of a walk. */
function listGuards(plan: Plan): readonly { readonly rig: string; readonly guards: GuardDocument }[] {
  const { searches = [], walk, accept } = plan;
  const guarded = listTrialItems(plan).filter(({ trial }) => walk !== undefined || trial.guard !== undefined);
  return [...groupBy(guarded, ({ trial }) => trial.rig)].map(([rig, trials]) => {
    const ids = new Set(trials.map(({ trial }) => trial.guard?.search?.id));
    return { rig, guards: { searches: searches.filter(({ id }) => ids.has(id)), accept: accept?.codes ?? [], trials } };
  });
}

/** Target of the trials of a configuration; null in plans of older versions. */
export function getTrialTarget(
  { spec }: Pick<Plan, 'spec'>,
  { target, targetConfig: config, mounts }: Cell,
): TrialTarget | null {
  const kind = mounts === undefined ? undefined : spec.targets[target]?.kind;
  return kind === undefined || mounts === undefined ? null : { kind, config, mounts };
}

export function listTrialItems(plan: Plan): TrialItem[] {
  const cells = new Map(plan.cells.map((cell) => [cell.cellId, cell]));
  const roles = new Map(plan.rigs.map((rig) => [rig.rig, rig.roles]));
  return plan.trials.map((trial) => {
    const cell = ensure(cells.get(trial.cell), `the cell of trial ${trial.trial}`);
    const { workload, params } = cell;
    const { kind } = ensure(plan.spec.workloads[workload], `the workload ${workload} of a cell`);
    const hosts = ensure(roles.get(trial.rig), `the rig of trial ${trial.trial}`);
    const target = getTrialTarget(plan, cell);
    const telemetry = findTelemetry(plan.telemetry, cell);
    return {
      trial,
      levels: mergeLevels(cell),
      workload: kind,
      params,
      roles: hosts.map(({ role, count, instanceType }) => ({ role, count, instanceType })),
      ...(target === null ? {} : { target }),
      ...(plan.walk === undefined ? {} : { walk: true as const }),
      ...(telemetry === null ? {} : { telemetry }),
    };
  });
}
