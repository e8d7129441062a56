/** Fixtures of the configurations of one target instance, and the commands that set them up. */
import { canonicalize } from '../../../shapes/canonical-json';
import { type Fixture, formatSlots, toSlots } from '../../../shapes/fixture';
import { getOrMake, groupBy } from '../../../shapes/collections';
import type { Problem } from '../../../shapes/problem';
import type { Target } from '../../../targets/contract';
import type { ScriptFiles, Step, Workload } from '../../../workloads/contract';
import type { ResolvedCell } from '../../design/cells';
import { diffFixtures, filterByRole, toCurrentFixture, validateFixtures, sortByNeeds } from '../../fixtures/difference';
import { makeFixturesStep, makeUnmountStep } from '../../fixtures/script';
import { pickScriptFiles } from '../commands';

/** A command that sets up fixtures, given the current ones by the plan. */
export interface FixturesCommand {
  readonly step: Step | null;
  readonly changes: boolean;
  /** Current fixtures afterwards, in setup order. */
  readonly after: readonly Fixture[];
}

export interface TargetUse {
  readonly copy: string;
  /** Number of instances that the same hosts prepare in parallel. */
  readonly copies: number;
  readonly target: Target;
  readonly cells: readonly ResolvedCell[];
  /** Roles whose workloads need no mounts. Roles without a workload mount as the fleet says. */
  readonly apart: ReadonlySet<string>;
  readonly scripts: ScriptFiles;
}

type FixtureList = readonly Fixture[];

/** Trie of lists, by common prefix. */
interface ListTrie {
  readonly next: Map<Fixture, ListTrie>;
  list?: FixtureList;
}

export class TargetFixtures {
  /** Parameters of all configurations, by workload kind. */
  private readonly params: ReadonlyMap<Workload, readonly unknown[]>;
  private readonly mounts = new Map<string, FixtureList>();
  private readonly ordered = new Map<FixtureList, FixtureList>();
  private readonly wrong = new Map<FixtureList, readonly Problem[]>();
  private readonly lists = new Map<string, FixtureList>();
  /** Canonical lists: most requested lists are among them, and need no key. */
  private readonly known = new WeakSet<FixtureList>();
  private readonly trie: ListTrie = { next: new Map() };
  private readonly each = new Map<ResolvedCell, FixtureList>();
  private readonly commands = new Map<FixtureList, Map<FixtureList, FixturesCommand>>();
  private readonly surviving = new Map<FixtureList, FixtureList>();
  private readonly kept = new Map<string, { readonly settings: object | null }>();

  private cachedRoles: readonly string[] | undefined;

  constructor(private readonly use: TargetUse) {
    const groups = groupBy(use.cells, ({ workloadKind }) => workloadKind);
    this.params = new Map([...groups].map(([workload, its]) => [workload, its.map(({ params }) => params)]));
  }

  /**
   * Fixtures of a configuration in setup order. Equal lists are shared, because scripts are long.
   * @throws FsxbenchError `Unexpected` with {@link problems}
   */
  forCell(cell: ResolvedCell): FixtureList {
    const made = this.makeOnce(cell);
    return getOrMake(this.ordered, made, () => this.intern(sortByNeeds(made)));
  }

  /** Problems in the fixtures of a configuration: contradictions within or between kinds. */
  problems(cell: ResolvedCell): Problem[] {
    const kinds = `workload kind \`${cell.workloadKind.kind}\` on target kind \`${this.use.target.kind}\``;
    const made = this.makeOnce(cell);
    return getOrMake(this.wrong, made, () => validateFixtures(made)).map((problem) => ({
      ...problem,
      path: ['workloads', cell.workload, 'kind'],
      message: `${kinds} cannot be measured, because of a bug in one of these kinds, not the spec: ${problem.message}`,
    }));
  }

  /**
   * Fixtures that prepare the target instance: the fixtures of the first configuration, and all others that can
   * coexist.
   */
  prepared(first: ResolvedCell): FixtureList {
    return this.intern(
      this.use.cells.reduce<FixtureList>((standing, cell) => {
        const more = this.forCell(cell).filter(
          (one) => one.stays === true && !standing.some((it) => sharesSlot(it, one)),
        );
        return more.length === 0 ? standing : [...standing, ...more];
      }, this.forCell(first)),
    );
  }

  /** The command that sets up fixtures. @param standing current fixtures by the plan, in setup order */
  command(wanted: FixtureList, standing: FixtureList): FixturesCommand {
    const before = this.intern(standing);
    const known = getOrMake(this.commands, wanted, () => new Map<FixtureList, FixturesCommand>());
    return getOrMake(known, before, () => this.commandOf(wanted, before));
  }

  /** The setup command before a second attempt. Assumes that data on the storage survived. */
  retryStep(wanted: FixtureList): Step | null {
    const surviving = (): FixtureList => this.intern(wanted.filter(({ survives }) => survives));
    return this.command(wanted, getOrMake(this.surviving, wanted, surviving)).step;
  }

  /** Unmounts the instance before its deletion, while other instances of the rig remain; null if never mounted. */
  unmount(): Step | null {
    const mounts = this.use.cells.flatMap((cell) => this.mountsOf(cell));
    return mounts.length === 0 ? null : makeUnmountStep(mounts, this.all(), this.use.scripts);
  }

  private distinct(): readonly FixtureList[] {
    return [...new Set(this.use.cells.map((cell) => this.forCell(cell)))];
  }

  all(): FixtureList {
    const slots = this.distinct().flat();
    return [...new Map(slots.map((one) => [`${one.slot} ${one.key} ${one.roles.join()}`, one])).values()];
  }

  private commandOf(wanted: FixtureList, before: FixtureList): FixturesCommand {
    const { roles } = this;
    if (roles.length === 0) return { step: null, changes: false, after: before };
    const step = makeFixturesStep({ wanted, before, roles }, this.use.scripts);
    const found = new Map(
      roles.map(
        (role) =>
          [role, diffFixtures(toCurrentFixture(filterByRole(before, role)), filterByRole(wanted, role))] as const,
      ),
    );
    const goes = ({ slot }: Fixture, role: string): boolean =>
      found.get(role)?.down.some((one) => one.slot === slot) === true ||
      filterByRole(wanted, role).some((w) => w.slot === slot);
    const left = before.flatMap((one) => {
      const on = one.roles.filter((role) => !goes(one, role));
      return on.length === 0 ? [] : [{ ...one, roles: on }];
    });
    const changes = [...found.values()].some(({ down, up }) => down.length + up.length > 0);
    return { step, changes, after: changes ? this.intern([...left, ...wanted]) : before };
  }

  private get roles(): readonly string[] {
    this.cachedRoles ??= [...new Set(this.distinct().flatMap((list) => list.flatMap((one) => one.roles)))];
    return this.cachedRoles;
  }

  private makeOnce(cell: ResolvedCell): FixtureList {
    return getOrMake(this.each, cell, () => this.internList(this.make(cell)));
  }

  private make(cell: ResolvedCell): FixtureList {
    const { copy, copies, scripts } = this.use;
    const { workloadKind: workload } = cell;
    const mounts = this.mountsOf(cell);
    const fixtures = workload.fixtures(cell.params, {
      copy,
      copies,
      fleet: Object.keys(cell.fleet),
      mounts,
      stored: this.getKeptSettings(cell),
      cells: this.params.get(workload) ?? [],
      files: pickScriptFiles(workload.kind, scripts),
    });
    return [...mounts, ...fixtures];
  }

  /** Settings that stored data keeps after a change of the target; null if none. */
  private getKeptSettings(cell: ResolvedCell): object | null {
    const { target } = this.use;
    const make = (): { settings: object | null } => {
      const mounts = this.mounting(cell).map(([, mount]) => target.mounting.schema.parse(mount));
      return { settings: target.mounting.getDataLayout?.(cell.targetConfig, mounts) ?? null };
    };
    return target.mounting.getDataLayout === undefined ? null : getOrMake(this.kept, toMountKey(cell), make).settings;
  }

  private mounting({ fleet, targetConfig }: ResolvedCell): [string[], object][] {
    // Hosts without the disk mount nothing.
    const having = this.use.target.hosts?.getNeeds?.(targetConfig).roles;
    const mounting = Object.entries(fleet).filter(
      ([role, { mount }]) => mount !== 'none' && !this.use.apart.has(role) && having?.includes(role) !== false,
    );
    return [...groupBy(mounting, ([, { mount }]) => canonicalize(mount ?? {})).values()].map((its) => {
      const mount = its[0]?.[1].mount;
      return [its.map(([role]) => role), typeof mount === 'object' ? mount : {}];
    });
  }

  private mountsOf(cell: ResolvedCell): FixtureList {
    const { fleet, targetConfig } = cell;
    const { copy, target, scripts } = this.use;
    const files = pickScriptFiles(target.kind, scripts);
    return getOrMake(this.mounts, toMountKey(cell), () =>
      this.mounting(cell).map(([roles, mount]) => {
        const hosts = roles.reduce((sum, role) => sum + (fleet[role]?.count ?? 0), 0);
        return target.mounting.mount(targetConfig, mount, { copy, roles, hosts, files });
      }),
    );
  }

  /** Lists with identical objects become one list, because thousands of configurations share them. */
  private internList(list: FixtureList): FixtureList {
    let level = this.trie;
    for (const one of list) level = getOrMake(level.next, one, (): ListTrie => ({ next: new Map() }));
    level.list ??= list;
    return level.list;
  }

  private intern(list: FixtureList): FixtureList {
    if (this.known.has(list)) return list;
    const name = formatSlots(toSlots(list));
    const first = getOrMake(this.lists, name, () => list);
    this.known.add(first);
    return first;
  }
}

/** Configurations with equal mounts and target settings share a key. */
function toMountKey({ mountKey, targetConfig }: ResolvedCell): string {
  return `${mountKey} ${canonicalize(targetConfig)}`;
}

function sharesSlot(one: Fixture, other: Fixture): boolean {
  return one.slot === other.slot && one.roles.some((role) => other.roles.includes(role));
}
