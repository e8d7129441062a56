/**
 * Resolves assignments to configurations ("cells"): parses settings by kind, computes an id that is equal in every
 * execution, and merges equal configurations.
 */
import rules from '../rules.json';
import { canonicalize, sha256, cacheJson } from '../../shapes/canonical-json';
import type { Kinds } from '../kinds';
import type { Cell } from '../../shapes/plan';
import { problemAt, type Problem } from '../../shapes/problem';
import type { Target } from '../../targets/contract';
import type { Workload } from '../../workloads/contract';
import type { WorkloadEvent } from '../../shapes/events';
import { eventsSchema, toEventSettings } from '../language/events';
import { resolveEvents, findNextStage } from './events';
import { type ResolvedFleet, resolveFleet, listFleetRoles } from '../language/mount';
import { listReferences } from '../language/reference';
import { isMapping, type Mapping } from '../language/mapping';
import { listReachSteps } from '../language/reach';
import { listUsedFactors, toTargetSettings, toWorkloadSettings, parseSettings, listStages } from '../language/settings';
import type { Settings, ParsedSettings } from '../language/settings';
import type * as z from 'zod';
import { type Assignment, listLabels, type Space, isVaryingFactor } from './space';
import type { Entry, Role, Spec } from '../../shapes/spec';

/** A configuration, with the fleet that measures it. */
export interface ResolvedCell
  extends Omit<Cell, 'provisioned' | 'limitedRates' | 'storageUsdPerHour' | 'hostsUsdPerHour' | 'externalUsdPerHour'> {
  readonly fleet: Readonly<Record<string, Role>>;
  readonly targetKind: Target;
  readonly workloadKind: Workload;
  /** Hosts without their mounts: configurations with equal hosts can share a rig. */
  readonly fleetKey: string;
  /** Factor values that the target settings use, in any stage. */
  readonly variantKey: string;
  readonly mountKey: string;
  /** Trials in each block; in several stage periods, these are divided among them. */
  readonly replicates: number;
  /** Whether `decide` asks about it; true without `decide`. */
  readonly isAsked: boolean;
  readonly events: readonly WorkloadEvent[];
}

export interface CellSet {
  readonly cells: readonly ResolvedCell[];
  readonly problems: readonly Problem[];
  /** Whether every assignment became a configuration. If not, `problems` or the checks of its kind give the reason. */
  readonly complete: boolean;
  /** Id of the configuration of an assignment; undefined if it has problems. */
  idOf(assignment: Assignment): string | undefined;
}

/**
 * Configurations in the order of the assignments. Merges equal ones into the first, with advice if factor values
 * differ.
 */
export function resolveCells(spec: Spec, space: Space, assignments: readonly Assignment[], kinds: Kinds): CellSet {
  const resolver = new CellResolver(spec, space, kinds);
  const problems: Problem[] = [];
  const cells = new Map<string, ResolvedCell>();
  const merged = new Set<string>();
  let complete = true;
  for (const assignment of assignments) {
    const cell = resolver.resolve(assignment, problems);
    if (cell === undefined) {
      complete = false;
      continue;
    }
    const first = cells.get(cell.cellId);
    if (first === undefined) cells.set(cell.cellId, cell);
    else if (canonicalize(first.levels) !== canonicalize(cell.levels))
      merged.add(`${formatCell(cell)} equals ${formatCell(first)}`);
  }
  if (merged.size > 0) problems.push(adviseEqualCells([...merged]));
  const idOf = (assignment: Assignment): string | undefined => resolver.resolve(assignment, [])?.cellId;
  return { cells: [...cells.values()], problems, complete, idOf };
}

interface KindEntry<K> {
  readonly entry: Entry;
  readonly kind: K;
}

/** Settings parsed by their kind, and the factors that these settings refer to. */
interface ResolvedSettings extends ParsedSettings<unknown> {
  readonly factors: readonly string[];
}

class CellResolver {
  private readonly known = new Map<string, unknown>();

  constructor(
    private readonly spec: Spec,
    private readonly space: Space,
    private readonly kinds: Kinds,
  ) {}

  resolve(assignment: Assignment, problems: Problem[]): ResolvedCell | undefined {
    const { target, stage, workload } = assignment;
    const targetEntry = this.spec.targets[target];
    const workloadEntry = this.spec.workloads[workload];
    // In a broken spec, an entry or its kind may be missing; other checks report that.
    if (targetEntry === undefined || workloadEntry === undefined) return undefined;
    // All configurations share one object for a kind, because callers group by it.
    const targetKind = this.memoize(`target kind ${targetEntry.kind}`, () => this.kinds.targetOf(targetEntry.kind));
    const workloadKind = this.memoize(`workload kind ${workloadEntry.kind}`, () =>
      this.kinds.workloadOf(workloadEntry.kind),
    );
    if (targetKind === undefined || workloadKind === undefined) return undefined;
    const onTarget = { entry: targetEntry, kind: targetKind };
    const ofTarget = this.settledTarget(assignment, onTarget);
    const ofWorkload = this.settledWorkload(assignment, { entry: workloadEntry, kind: workloadKind });
    const hosts = this.hostsOn(target, targetKind, assignment.levels);
    const ofEvents = this.eventsIn(assignment, onTarget, workloadEntry);
    const parts = [ofTarget, ofWorkload, ofEvents, hosts];
    problems.push(...parts.flatMap((part) => part.problems));
    if (ofTarget.value === undefined || ofWorkload.value === undefined) return undefined;
    if (ofEvents.problems.length > 0 || !hosts.complete) return undefined;
    const { fleet } = hosts;
    const roles = workloadKind.roles(ofWorkload.value, Object.keys(fleet));
    const count = fleet[roles[0]?.role ?? '']?.count;
    const onHosts = count === undefined ? undefined : workloadKind.hosts?.setCount?.(ofWorkload.value, count);
    const params = onHosts ?? ofWorkload.value;
    const unmounted = roles
      .filter(({ role, mounts }) => mounts && fleet[role]?.mount === 'none')
      .map(({ role }) => checkRoleMount(role, workload, target, this.spec.fleet[role]));
    problems.push(...unmounted);
    if (unmounted.length > 0) return undefined;
    const used = new Set(parts.flatMap(({ factors }) => factors));
    const targetConfig = cacheJson(ofTarget.value as Readonly<Record<string, unknown>>);
    const resolved = {
      target: { kind: targetKind.kind, config: targetKind.identity?.(targetConfig) ?? targetConfig },
      // An external action may have changed the storage, even if the settings of both stages are equal.
      // External actions brought the target to this stage. The first stage is its initial state.
      ...(listReachSteps(targetEntry, listStages(targetEntry)[0], stage).length > 0 ? { reached: stage } : {}),
      workload: { kind: workloadKind.kind, params },
      fleet,
      ...(ofEvents.events.length === 0 ? {} : { events: ofEvents.events }),
    };
    return {
      cellId: sha256(canonicalize(resolved)).slice(0, 12),
      levels: this.labels(assignment, used),
      target,
      stage,
      workload,
      params: params as Readonly<Record<string, unknown>>,
      targetConfig,
      fleet,
      targetKind,
      workloadKind,
      ...hosts.keys,
      variantKey: this.variantKey(targetEntry, assignment),
      replicates: this.spec.design.replicates,
      isAsked: true,
      events: ofEvents.events,
    };
  }

  /** Roles of a configuration. Configurations with equal factor values in the roles share one result. */
  private hostsOn(target: string, kind: Target, levels: Assignment['levels']): ResolvedFleet {
    const { roles, factors } = this.memoize(`roles ${target}`, () => listFleetRoles(this.spec.fleet, target, kind));
    return this.memoizeByLevels(`roles ${target}`, factors, levels, () => resolveFleet(roles, factors, levels));
  }

  /** Values of the factors that the target settings use, in all stages. */
  private variantKey(entry: Entry, { target, levels }: Assignment): string {
    const names = this.memoize(`variants ${target}`, () =>
      [...new Set(listReferences(entry, []).map(({ reference }) => reference.factor))].sort(),
    );
    return canonicalize([target, names.map((name) => levels.get(name)?.label)]);
  }

  private eventsIn(
    { target, stage, workload, levels }: Assignment,
    onTarget: KindEntry<Target>,
    entry: Entry,
  ): { readonly events: readonly WorkloadEvent[]; readonly problems: readonly Problem[]; readonly factors: string[] } {
    if (!Object.hasOwn(entry, 'events')) return { events: [], problems: [], factors: [] };
    const settings = toEventSettings(entry, workload);
    const { value, problems } = parseSettings(settings, eventsSchema, levels);
    const { found, wrong } = resolveEvents(value?.events ?? [], {
      workload,
      target,
      stage,
      next: findNextStage(onTarget.entry, stage),
      configAt: (to) => parseSettings(toTargetSettings(onTarget.entry, target, to), onTarget.kind.schema, levels).value,
    });
    return { events: found, problems: [...problems, ...wrong], factors: listUsedFactors(settings) };
  }

  /** Target settings of an assignment, parsed by its kind. Equal factor values share one result. */
  private settledTarget({ target, stage, levels }: Assignment, { entry, kind }: KindEntry<Target>): ResolvedSettings {
    const name = `target ${target} ${String(stage)}`;
    return this.settledPart(name, () => toTargetSettings(entry, target, stage), kind.schema, levels);
  }

  private settledWorkload({ workload, levels }: Assignment, { entry, kind }: KindEntry<Workload>): ResolvedSettings {
    const { schema } = kind;
    const settingsOf = (): Settings => toWorkloadSettings(entry, workload, schema, this.spec.fleet);
    return this.settledPart(`workload ${workload}`, settingsOf, schema, levels);
  }

  private settledPart(
    name: string,
    make: () => Settings,
    schema: z.ZodType,
    levels: Assignment['levels'],
  ): ResolvedSettings {
    const { settings, factors } = this.memoize(name, () => {
      const made = make();
      return { settings: made, factors: listUsedFactors(made) };
    });
    return this.memoizeByLevels(name, factors, levels, () => ({ ...parseSettings(settings, schema, levels), factors }));
  }

  private memoize<T>(name: string, make: () => T): T {
    const made = this.known.has(name) ? (this.known.get(name) as T) : make();
    this.known.set(name, made);
    return made;
  }

  /** Caches a value that depends on some factors only. */
  private memoizeByLevels<T>(name: string, factors: readonly string[], levels: Assignment['levels'], make: () => T): T {
    const found = factors.map((factor) => levels.get(factor)?.label);
    return this.memoize(`at ${JSON.stringify([name, found])}`, make);
  }

  /** Values of the factors that vary and that the configuration uses. */
  private labels({ target, stage, workload, levels }: Assignment, used: ReadonlySet<string>): Record<string, string> {
    const implicit = Object.entries({ target, stage, workload }).flatMap(([name, label]) =>
      label !== null && isVaryingFactor(this.space, name) ? [[name, label] as const] : [],
    );
    const explicit = [...levels].flatMap(([name, { label }]) => (used.has(name) ? [[name, label] as const] : []));
    return Object.fromEntries([...implicit, ...explicit]);
  }
}

/** Problem of a workload that measures storage which its role does not mount. */
function checkRoleMount(role: string, workload: string, target: string, written: Mapping | undefined): Problem {
  const mount = written?.['mount'];
  const each = isMapping(mount) && Object.hasOwn(mount, 'each') ? ['each', target] : [];
  return problemAt(rules.nothingMounted, ['fleet', role, 'mount', ...each], { workload, role, target });
}

/** Factors, with their values in the configurations, in written order. */
export function listFactors(
  space: Space,
  cells: readonly Pick<Cell, 'levels'>[],
): { name: string; levels: string[] }[] {
  const names = ['target', 'stage', 'workload', ...space.factors.map((factor) => factor.name)];
  return names.flatMap((name) => {
    const levels = listLabels(space, name).filter((label) =>
      cells.some((cell) => Object.hasOwn(cell.levels, name) && cell.levels[name] === label),
    );
    return levels.length === 0 ? [] : [{ name, levels }];
  });
}

/** A configuration by its factor values, e.g. `target=disk bs=4k`. */
export function formatCell(cell: Pick<Cell, 'levels' | 'cellId'>): string {
  const levels = Object.entries(cell.levels).map(([name, label]) => `${name}=${label}`);
  return levels.length === 0 ? cell.cellId : levels.join(' ');
}

function adviseEqualCells(pairs: readonly string[]): Problem {
  const more = pairs.length > 3 ? `; and ${pairs.length - 3} more` : '';
  return problemAt(rules.equalCells, ['design'], { what: pairs.slice(0, 3).join('; '), more });
}
