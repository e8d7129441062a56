/** What must stand on hosts for the cells of one copy, and the commands that put it up. Pure. */
import { canonicalize } from '../../../shapes/canonical-json';
import { type Fixture, formatSlots, toSlots } from '../../../shapes/fixture';
import { getOrMake, groupBy } from '../../../shapes/collections';
import type { Problem } from '../../../shapes/problem';
import type { Target } from '../../../targets/contract';
import type { ScriptFiles, Step, Workload } from '../../../workloads/contract';
import type { ResolvedCell } from '../../design/cells';
import { diffFixtures, filterByRole, toCurrent, validateFixtures, sortByNeeds } from '../../fixtures/difference';
import { fixturesStep, unmountStep } from '../../fixtures/script';
import { pickFiles } from '../commands';

/** A command that puts fixtures up, where others stand by the plan. */
export interface FixturesCommand {
  /** None where nothing must stand on any host. */
  readonly step: Step | null;
  /** It has something to do. */
  readonly changes: boolean;
  /** What stands afterwards, in the order in which it was put up. */
  readonly after: readonly Fixture[];
}

/** Who asks for fixtures. */
export interface CopyUse {
  readonly copy: string;
  /** That the same hosts make ready at once. */
  readonly copies: number;
  readonly target: Target;
  readonly cells: readonly ResolvedCell[];
  /** Roles that workloads use and that mount nothing. One that no workload uses is left as the fleet has it. */
  readonly apart: ReadonlySet<string>;
  /** Texts of `workloads/`, by path below it. */
  readonly scripts: ScriptFiles;
}

type FixtureList = readonly Fixture[];

/** Lists that begin alike. */
interface ListTrie {
  readonly next: Map<Fixture, ListTrie>;
  /** That which ends here. */
  list?: FixtureList;
}

export class CopyFixtures {
  /** Parameters of all cells, by the kind of their workload. */
  private readonly params: ReadonlyMap<Workload, readonly unknown[]>;
  private readonly mounts = new Map<string, FixtureList>();
  /** In the order in which they are put up. */
  private readonly ordered = new Map<FixtureList, FixtureList>();
  private readonly wrong = new Map<FixtureList, readonly Problem[]>();
  private readonly lists = new Map<string, FixtureList>();
  /** Those of {@link lists}: most that are asked for are known, and need no name. */
  private readonly known = new WeakSet<FixtureList>();
  private readonly trie: ListTrie = { next: new Map() };
  private readonly each = new Map<ResolvedCell, FixtureList>();
  private readonly commands = new Map<FixtureList, Map<FixtureList, FixturesCommand>>();
  private readonly surviving = new Map<FixtureList, FixtureList>();
  private readonly kept = new Map<string, { readonly settings: object | null }>();

  private cachedRoles: readonly string[] | undefined;

  constructor(private readonly use: CopyUse) {
    const groups = groupBy(use.cells, ({ workloadKind }) => workloadKind);
    this.params = new Map([...groups].map(([workload, its]) => [workload, its.map(({ params }) => params)]));
  }

  /**
   * What must stand for a cell, in the order in which it is put up. Equal ones are one list: scripts are long.
   * @throws FsxbenchError `Unexpected` where there are {@link problems}
   */
  forCell(cell: ResolvedCell): FixtureList {
    const made = this.makeOnce(cell);
    return getOrMake(this.ordered, made, () => this.intern(sortByNeeds(made)));
  }

  /** What is wrong with the fixtures of a cell: kinds that contradict themselves, or each other. */
  problems(cell: ResolvedCell): Problem[] {
    const kinds = `workload kind \`${cell.workloadKind.kind}\` on target kind \`${this.use.target.kind}\``;
    const made = this.makeOnce(cell);
    return getOrMake(this.wrong, made, () => validateFixtures(made)).map((problem) => ({
      ...problem,
      path: ['workloads', cell.workload, 'kind'],
      message: `${kinds} cannot be measured, for a fault of one of these kinds, not of the spec: ${problem.message}`,
    }));
  }

  /** All that makes the copy ready: what a cell needs first, and whatever may stand beside that for the others. */
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

  /** The command that puts up what is wanted. @param standing by the plan, in the order of its putting up */
  command(wanted: FixtureList, standing: FixtureList): FixturesCommand {
    const before = this.intern(standing);
    const known = getOrMake(this.commands, wanted, () => new Map<FixtureList, FixturesCommand>());
    return getOrMake(known, before, () => this.commandOf(wanted, before));
  }

  /** The same where all that lies on the storage stands: what comes before a second attempt. */
  retryStep(wanted: FixtureList): Step | null {
    const surviving = (): FixtureList => this.intern(wanted.filter(({ survives }) => survives));
    return this.command(wanted, getOrMake(this.surviving, wanted, surviving)).step;
  }

  /** What hosts do before the copy is deleted beside its rivals; none where nothing of it is ever mounted. */
  unmount(): Step | null {
    const mounts = this.use.cells.flatMap((cell) => this.mountsOf(cell));
    return mounts.length === 0 ? null : unmountStep(mounts, this.all(), this.use.scripts);
  }

  /** Lists of all cells, each once. */
  private distinct(): readonly FixtureList[] {
    return [...new Set(this.use.cells.map((cell) => this.forCell(cell)))];
  }

  /** All that ever stands, each once. */
  all(): FixtureList {
    const slots = this.distinct().flat();
    return [...new Map(slots.map((one) => [`${one.slot} ${one.key} ${one.roles.join()}`, one])).values()];
  }

  private commandOf(wanted: FixtureList, before: FixtureList): FixturesCommand {
    const { roles } = this;
    if (roles.length === 0) return { step: null, changes: false, after: before };
    const step = fixturesStep({ wanted, before, roles }, this.use.scripts);
    const found = new Map(
      roles.map(
        (role) => [role, diffFixtures(toCurrent(filterByRole(before, role)), filterByRole(wanted, role))] as const,
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

  /** Of all cells. */
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
      files: pickFiles(workload.kind, scripts),
    });
    return [...mounts, ...fixtures];
  }

  /** What data keep of how the target is set and mounted; null where they keep nothing. */
  private getKeptSettings(cell: ResolvedCell): object | null {
    const { target } = this.use;
    const make = (): { settings: object | null } => {
      const mounts = this.mounting(cell).map(([, mount]) => target.mountSchema.parse(mount));
      return { settings: target.getDataLayout?.(cell.targetConfig, mounts) ?? null };
    };
    return target.getDataLayout === undefined ? null : getOrMake(this.kept, toMountKey(cell), make).settings;
  }

  /** Ways to mount the target, each with the roles that mount it so. */
  private mounting({ fleet, targetConfig }: ResolvedCell): [string[], object][] {
    // Hosts that lack the disk have nothing to mount.
    const having = this.use.target.hosts?.(targetConfig).roles;
    const mounting = Object.entries(fleet).filter(
      ([role, { mount }]) => mount !== 'none' && !this.use.apart.has(role) && having?.includes(role) !== false,
    );
    return [...groupBy(mounting, ([, { mount }]) => canonicalize(mount ?? {})).values()].map((its) => {
      const mount = its[0]?.[1].mount;
      return [its.map(([role]) => role), typeof mount === 'object' ? mount : {}];
    });
  }

  /** One mount for all roles that mount alike. */
  private mountsOf(cell: ResolvedCell): FixtureList {
    const { fleet, targetConfig } = cell;
    const { copy, target, scripts } = this.use;
    const files = pickFiles(target.kind, scripts);
    return getOrMake(this.mounts, toMountKey(cell), () =>
      this.mounting(cell).map(([roles, mount]) => {
        const hosts = roles.reduce((sum, role) => sum + (fleet[role]?.count ?? 0), 0);
        return target.mount(targetConfig, mount, { copy, roles, hosts, files });
      }),
    );
  }

  /** Lists of the very same fixtures are one list: those of thousands of cells are looked at once. */
  private internList(list: FixtureList): FixtureList {
    let level = this.trie;
    for (const one of list) level = getOrMake(level.next, one, (): ListTrie => ({ next: new Map() }));
    level.list ??= list;
    return level.list;
  }

  /** Lists of the same slots and keys are the same. */
  private intern(list: FixtureList): FixtureList {
    if (this.known.has(list)) return list;
    const name = formatSlots(toSlots(list));
    const first = getOrMake(this.lists, name, () => list);
    this.known.add(first);
    return first;
  }
}

/** Cells of a copy that mount alike, of a target that is set alike, have one name. */
function toMountKey({ mountKey, targetConfig }: ResolvedCell): string {
  return `${mountKey} ${canonicalize(targetConfig)}`;
}

function sharesSlot(one: Fixture, other: Fixture): boolean {
  return one.slot === other.slot && one.roles.some((role) => other.roles.includes(role));
}
