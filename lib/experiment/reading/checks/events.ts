/** Events of the cells of a spec: moments that are measured, services that there are, changes that can be made. */
import texts from '../../messages.json';
import { changeIn, type Kill } from '../../../shapes/events';
import { groupBy } from '../../../shapes/group';
import { errorAt, type Path, type Problem, say } from '../../../shapes/problem';
import { formatSeconds } from '../../../shapes/quantity';
import type { Spec } from '../../../shapes/spec';
import { described, type ResolvedCell } from '../../design/cells';
import { type Kinds, targetOfCell, workloadOfCell } from '../../kinds';
import { allowedNames, listed } from '../../../shapes/suggest';
import { canonical } from '../../../shapes/canonical';
import { reachOf } from '../../language/reach';
import { stagesOf } from '../../language/settings';

/** Problems stand where their event is written. */
export function checkEvents(spec: Spec, cells: readonly ResolvedCell[], kinds: Kinds): Problem[] {
  return [...cells.flatMap((cell) => ofCell(spec, cell, kinds)), ...twice(cells)];
}

function ofCell(spec: Spec, cell: ResolvedCell, kinds: Kinds): Problem[] {
  const { workload, params, events } = cell;
  if (events.length === 0) return [];
  const { measured, until } = workloadOfCell(spec, cell, kinds).duration(params);
  return events.flatMap(({ atSeconds, action }, index) => {
    const path: Path = ['workloads', workload, 'events', index];
    const early =
      until === 'time' && atSeconds >= measured
        ? [
            errorAt(
              'OutOfRange',
              [...path, 'at'],
              say(texts.eventTooLate, { atSeconds: formatSeconds(atSeconds), measured: formatSeconds(measured) }),
            ),
          ]
        : [];
    const wrong =
      'kill' in action
        ? wrongKill(spec, cell, action.kill, [...path, 'kill'], kinds)
        : wrongChange(spec, cell, action.config, [...path, 'change'], kinds);
    return [...early, ...wrong];
  });
}

function wrongKill(spec: Spec, cell: ResolvedCell, kill: Kill, path: Path, kinds: Kinds): Problem[] {
  const { params, fleet } = cell;
  const kind = workloadOfCell(spec, cell, kinds);
  const services = kind.services?.(params, Object.keys(fleet)) ?? [];
  if (services.length === 0)
    return [
      errorAt('UnknownService', path, `a workload of kind \`${kind.kind}\` runs no service that could be killed`),
    ];
  const roles = [...new Set(services.map(({ role }) => role))];
  if (!roles.includes(kill.role)) {
    const message = `\`${kind.kind}\` runs no service on role \`${kill.role}\`; ${allowedNames(kill.role, roles)}`;
    return [errorAt('UnknownService', [...path, 'role'], message)];
  }
  const names = services.filter(({ role }) => role === kill.role).map(({ service }) => service);
  const unknown = names.includes(kill.service)
    ? []
    : [
        errorAt(
          'UnknownService',
          [...path, 'service'],
          `no service of \`${kill.role}\` is called \`${kill.service}\`; ${allowedNames(kill.service, names)}`,
        ),
      ];
  return [...unknown, ...wrongHosts(kill, fleet, path)];
}

function wrongHosts({ role, hosts, resumeOn }: Kill, fleet: ResolvedCell['fleet'], path: Path): Problem[] {
  const count = (name: string): number => fleet[name]?.count ?? 0;
  const found: Problem[] = [];
  if (hosts > count(role))
    found.push(errorAt('OutOfRange', [...path, 'hosts'], `found ${hosts}; role \`${role}\` has ${count(role)}`));
  if (resumeOn === 'none' || resumeOn === role) return found;
  const others = Object.keys(fleet).filter((name) => name !== role);
  const there = [...path, 'resumeOn'];
  if (count(resumeOn) === 0) {
    const message = `no role is called \`${resumeOn}\`; ${allowedNames(resumeOn, [...others, 'none'])}`;
    found.push(errorAt('MissingRole', there, message));
  } else if (count(resumeOn) < hosts)
    found.push(
      errorAt(
        'OutOfRange',
        there,
        `\`${resumeOn}\` has ${count(resumeOn)} host(s) for the service of ${hosts}; take more of them, or kill fewer`,
      ),
    );
  return found;
}

/** What is measured while it is changed is changed in place. */
function wrongChange(spec: Spec, cell: ResolvedCell, to: unknown, path: Path, kinds: Kinds): Problem[] {
  const change = targetOfCell(spec, cell, kinds).change(cell.targetConfig, to);
  if (change.kind === 'inPlace') return [];
  return [
    errorAt(
      'NotInPlace',
      path,
      `this stage is a file system of its own, so no trial can see the change: ${change.why}`,
    ),
  ];
}

/** One file system goes to a stage once: two trials of a block cannot both be its change. */
function twice(cells: readonly ResolvedCell[]): Problem[] {
  const changing = cells.flatMap((cell) => {
    const change = changeIn(cell.events);
    return change === undefined ? [] : [{ cell, stage: change.stage }];
  });
  const groups = groupBy(changing, ({ cell, stage }) => JSON.stringify([cell.target, cell.variantKey, stage]));
  return [...groups.values()].flatMap((its) => {
    const [, second] = its;
    if (second === undefined) return [];
    const { cell, stage } = second;
    const index = cell.events.findIndex(({ action }) => 'change' in action);
    const names = listed(its.map((one) => described(one.cell)));
    const message = say(texts.changedTwice, { length: its.length, target: cell.target, stage, names });
    return [errorAt('Contradiction', ['workloads', cell.workload, 'events', index, 'change'], message)];
  });
}

/** Each problem once, where the stage is written. */
export function checkReach(spec: Spec, cells: readonly ResolvedCell[], kinds: Kinds): Problem[] {
  return [...groupBy(cells, ({ target }) => target)].flatMap(([name, its]) => {
    const entry = spec.targets[name];
    if (entry === undefined) return [];
    const stages = stagesOf(entry);
    if (stages.every((stage) => reachOf(entry, stage) === null)) return [];
    const path: Path = ['targets', name, 'stages'];
    return [
      ...severalCopies(path, its),
      ...beginsAnew(path, stages, its, spec, (stage) => reachOf(entry, stage) !== null),
      ...changedByUs(path, stages, its, (stage) => reachOf(entry, stage) !== null, spec, kinds),
    ];
  });
}

/** One thing is brought to a stage once: several copies would each ask for it. */
function severalCopies(path: Path, cells: readonly ResolvedCell[]): Problem[] {
  if (new Set(cells.map(({ variantKey }) => variantKey)).size < 2) return [];
  const message = texts.severalCopies;
  return [errorAt('Contradiction', path, message)];
}

/** Whoever measures the first stage a second time has to be brought back to it. */
function beginsAnew(
  path: Path,
  stages: readonly (string | null)[],
  cells: readonly ResolvedCell[],
  { design }: Spec,
  isReached: (stage: string | null) => boolean,
): Problem[] {
  const [first = null] = stages;
  const fleets = new Set(cells.map(({ fleetKey }) => fleetKey)).size;
  const times = design.blocks * fleets;
  if (times < 2 || first === null || isReached(first)) return [];
  const why =
    design.blocks > 1 ? `there are ${design.blocks} blocks` : `there are ${fleets} fleets, each with a rig of its own`;
  const message = say(texts.beginsAnew, { why });
  return [errorAt('MissingKey', [...path, first, 'reach'], message)];
}

/** What tells storage from another is changed by AWS, or not at all: an action leaves it as the spec has it. */
function changedByUs(
  path: Path,
  stages: readonly (string | null)[],
  cells: readonly ResolvedCell[],
  isReached: (stage: string | null) => boolean,
  spec: Spec,
  kinds: Kinds,
): Problem[] {
  return stages.flatMap((stage, index) => {
    const before = cells.find((cell) => cell.stage === stages[index - 1]);
    const after = cells.find((cell) => cell.stage === stage);
    if (index === 0 || stage === null || !isReached(stage) || before === undefined || after === undefined) return [];
    const target = targetOfCell(spec, after, kinds);
    const [one, other] = [before, after].map(
      ({ targetConfig }) => (target.identity?.(targetConfig) ?? targetConfig) as Readonly<Record<string, unknown>>,
    );
    const keys = [...new Set([...Object.keys(one ?? {}), ...Object.keys(other ?? {})])];
    const differing = keys.filter((key) => canonical(one?.[key] ?? null) !== canonical(other?.[key] ?? null));
    if (differing.length === 0) return [];
    const message = say(texts.changedByUs, { differing: listed(differing), kind: target.kind });
    return [errorAt('Contradiction', [...path, stage], message)];
  });
}
