/** Rules for events: times within the measurement, existing services, possible changes. */
import rules from '../../rules.json';
import { findChange, type Kill } from '../../../shapes/events';
import { groupBy } from '../../../shapes/collections';
import { problemAt, problemIf, type Path, type Problem, checkName } from '../../../shapes/problem';
import { formatSeconds } from '../../../shapes/quantity';
import { computeUsableSeconds } from '../../../shapes/requests';
import type { Spec } from '../../../shapes/spec';
import { formatCell, type ResolvedCell } from '../../design/cells';
import { canonicalize } from '../../../shapes/canonical-json';
import { parseReach } from '../../language/reach';
import { listStages } from '../../language/settings';

export function checkEvents(cells: readonly ResolvedCell[]): Problem[] {
  return [...cells.flatMap(checkCellEvents), ...checkChangedOnce(cells)];
}

function checkCellEvents(cell: ResolvedCell): Problem[] {
  const { workload, workloadKind, params, events } = cell;
  if (events.length === 0) return [];
  const { measured, until } = workloadKind.duration(params);
  return events.flatMap(({ atSeconds, action }, index) => {
    const path: Path = ['workloads', workload, 'events', index];
    const facts = { atSeconds: formatSeconds(atSeconds), measured: formatSeconds(measured) };
    return [
      ...problemIf(until === 'time' && atSeconds >= measured, rules.eventTooLate, [...path, 'at'], facts),
      ...('kill' in action
        ? checkKill(cell, action.kill, [...path, 'kill'])
        : checkInPlace(cell, action.config, [...path, 'change'])),
    ];
  });
}

function checkKill(cell: ResolvedCell, kill: Kill, path: Path): Problem[] {
  const { workloadKind, params, fleet } = cell;
  const { kind } = workloadKind;
  const { role, service } = kill;
  const services = workloadKind
    .roles(params, Object.keys(fleet))
    .flatMap((one) => (one.services === undefined ? [] : [[one.role, one.services] as const]));
  if (services.length === 0) return [problemAt(rules.noServices, path, { kind })];
  const roles = services.map(([name]) => name);
  const wrongRole = checkName(rules.noServiceOnRole, [...path, 'role'], role, roles, { kind });
  if (wrongRole.length > 0) return wrongRole;
  const names = services.flatMap(([name, own]) => (name === role ? own : []));
  const unknown = checkName(rules.unknownService, [...path, 'service'], service, names, { role });
  return [...unknown, ...checkKillHosts(kill, cell, path)];
}

function checkKillHosts({ role, hosts, resumeOn }: Kill, cell: ResolvedCell, path: Path): Problem[] {
  const { fleet } = cell;
  const [count = 0, resuming = 0] = [role, resumeOn].map((name) => fleet[name]?.count ?? 0);
  const all = hosts === count && (count > 1 || resumeOn === 'none');
  const found = [
    ...problemIf(hosts > count, rules.killsMoreThanRole, [...path, 'hosts'], { hosts, role, count }),
    ...problemIf(all, rules.killsAllHosts, [...path, 'hosts'], { role, count }),
  ];
  if (resumeOn === 'none' || resumeOn === role) return found;
  const there = [...path, 'resumeOn'];
  const able = cell.workloadKind
    .roles(cell.params, Object.keys(fleet))
    .filter((one) => one.takesOver !== undefined && Object.hasOwn(fleet, one.role));
  const names = [role, ...able.map((one) => one.role), 'none'];
  const unknown = checkName(rules.unknownResumeRole, there, resumeOn, names);
  if (unknown.length > 0) return [...found, ...unknown];
  const why = findObstacle(cell, able.find((one) => one.role === resumeOn)?.takesOver);
  return [
    ...found,
    ...problemIf(why !== undefined, rules.resumesNowhere, there, { resumeOn, role, why: why ?? '' }),
    ...problemIf(resuming < hosts, rules.resumesOnTooFew, there, { resumeOn, resuming, hosts }),
  ];
}

/** Why no other host can continue a killed service; undefined if one can. */
function findObstacle({ targetKind, targetConfig }: ResolvedCell, takesOver: true | string = true): string | undefined {
  if (takesOver !== true) return takesOver;
  // Disks of single hosts: EBS, instance store.
  return targetKind.hosts?.getNeeds?.(targetConfig) === undefined
    ? undefined
    : 'only the killed host can read its disks';
}

/** A trial can change its target only in place. */
function checkInPlace({ targetKind, targetConfig }: ResolvedCell, to: unknown, path: Path): Problem[] {
  const change = targetKind.change(targetConfig, to);
  return change.kind === 'inPlace' ? [] : [problemAt(rules.notInPlace, path, { why: change.why })];
}

/** A file system reaches a stage once: two trials of a block cannot both change it. */
function checkChangedOnce(cells: readonly ResolvedCell[]): Problem[] {
  const changing = cells.flatMap((cell) => {
    const change = findChange(cell.events);
    return change === undefined ? [] : [{ cell, stage: change.stage }];
  });
  const groups = groupBy(changing, ({ cell, stage }) => JSON.stringify([cell.target, cell.variantKey, stage]));
  return [...groups.values()].flatMap((its) => {
    const [, second] = its;
    if (second === undefined) return [];
    const { cell, stage } = second;
    const index = cell.events.findIndex(({ action }) => 'change' in action);
    const path = ['workloads', cell.workload, 'events', index, 'change'];
    const names = its.map((one) => formatCell(one.cell));
    return [problemAt(rules.changedTwice, path, { length: its.length, target: cell.target, stage, names })];
  });
}

/** Configurations of a target with stages that external actions reach. */
interface ExternalStages {
  readonly path: Path;
  readonly stages: readonly (string | null)[];
  readonly cells: readonly ResolvedCell[];
  readonly isReached: (stage: string | null) => boolean;
}

export function checkReach(cells: readonly ResolvedCell[], spec: Spec): Problem[] {
  return [...groupBy(cells, ({ target }) => target)].flatMap(([name, its]) => {
    const entry = spec.targets[name];
    if (entry === undefined) return [];
    const isReached = (stage: string | null): boolean => parseReach(entry, stage) !== null;
    const reached = { path: ['targets', name, 'stages'], stages: listStages(entry), cells: its, isReached };
    if (!reached.stages.some(isReached)) return [];
    // An external action changes one resource, so several target instances would each need an action.
    const several = new Set(its.map(({ variantKey }) => variantKey)).size > 1;
    return [
      ...problemIf(several, rules.severalCopies, reached.path),
      ...checkFirstStage(reached, spec),
      ...checkReachedConfig(reached),
      ...checkReachedEvents(reached),
    ];
  });
}

/** If the first stage is measured again, an external action must return the target to it. */
function checkFirstStage(
  { path, stages: [first = null], cells, isReached }: ExternalStages,
  { design }: Spec,
): Problem[] {
  const fleets = new Set(cells.map(({ fleetKey }) => fleetKey)).size;
  if (design.blocks * fleets < 2 || first === null || isReached(first)) return [];
  const why =
    design.blocks > 1 ? `there are ${design.blocks} blocks` : `there are ${fleets} fleets, each with its own rig`;
  return [problemAt(rules.beginsAnew, [...path, first, 'reach'], { why })];
}

/** An external action happens between trials, never during one. */
function checkReachedEvents({ cells, isReached }: ExternalStages): Problem[] {
  return cells.flatMap(({ workload, events }) =>
    events.flatMap(({ action }, index) =>
      'change' in action && isReached(action.change)
        ? [
            problemAt(rules.changedByReach, ['workloads', workload, 'events', index, 'change'], {
              stage: action.change,
            }),
          ]
        : [],
    ),
  );
}

/** Settings that identify storage must not differ between stages, because an external action keeps the storage. */
function checkReachedConfig({ path, stages, cells, isReached }: ExternalStages): Problem[] {
  return stages.flatMap((stage, index) => {
    const before = cells.find((cell) => cell.stage === stages[index - 1]);
    const after = cells.find((cell) => cell.stage === stage);
    if (index === 0 || stage === null || !isReached(stage) || before === undefined || after === undefined) return [];
    const { targetKind: target } = after;
    const [one, other] = [before, after].map(
      ({ targetConfig }) => (target.identity?.(targetConfig) ?? targetConfig) as Readonly<Record<string, unknown>>,
    );
    const keys = [...new Set([...Object.keys(one ?? {}), ...Object.keys(other ?? {})])];
    const differing = keys.filter((key) => canonicalize(one?.[key] ?? null) !== canonicalize(other?.[key] ?? null));
    return problemIf(differing.length > 0, rules.changedByUs, [...path, stage], { differing, kind: target.kind });
  });
}

/** Advice about trials that change their storage: the next trial would find it changed. */
export function adviseTrialChanges(cells: readonly ResolvedCell[]): Problem[] {
  const once = new Set(cells.filter(({ events }) => findChange(events) !== undefined).map(({ workload }) => workload));
  return [
    ...[...once].map((workload) => problemAt(rules.onceABlock, ['workloads', workload, 'events'])),
    ...new Map(cells.flatMap(warnUnseenChange).map((one) => [one.message, one])).values(),
  ];
}

/** Measured time after a change, seconds: a steady rate in the new state needs some minutes. */
const AFTER_CHANGE_SECONDS = 300;

/** Warns of a trial that ends before its change, or soon after it. */
function warnUnseenChange({
  workload,
  workloadKind,
  params,
  targetKind,
  targetConfig,
  events,
}: ResolvedCell): Problem[] {
  const found = findChange(events);
  const change = found === undefined ? undefined : targetKind.change(targetConfig, found.config);
  if (found === undefined || change?.kind !== 'inPlace') return [];
  const usable = computeUsableSeconds(change.requests);
  const after = workloadKind.duration(params).measured - found.atSeconds;
  const needed = found.atSeconds + usable + AFTER_CHANGE_SECONDS;
  const facts = { stage: found.stage, usable: formatSeconds(usable), after: formatSeconds(after) };
  const path = ['workloads', workload, 'events'];
  return problemIf(after < usable + AFTER_CHANGE_SECONDS, rules.changeNotHeld, path, {
    ...facts,
    needed: formatSeconds(needed),
  });
}
