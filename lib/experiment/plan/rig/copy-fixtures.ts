/** What must stand on hosts for the cells of one copy, and the commands that put it up. Pure. */
import { canonical } from '../../../shapes/canonical';
import { type Fixture, formatSlots, slotsOf } from '../../../shapes/fixture';
import { getOrMake, groupBy } from '../../../shapes/group';
import type { Problem } from '../../../shapes/problem';
import type { Target } from '../../../targets/contract';
import type { ScriptFiles, Step, Workload } from '../../../workloads/contract';
import type { ResolvedCell } from '../../design/cells';
import { difference, ofRole, standingOf, fixtureProblems, inOrder } from '../../fixtures/difference';
import { fixturesStep, unmountStep } from '../../fixtures/script';
import { filesOf } from '../commands';

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

type List = readonly Fixture[];

/** Lists that begin alike. */
interface Begun {
  readonly next: Map<Fixture, Begun>;
  /** That which ends here. */
  list?: List;
}

export class CopyFixtures {
  /** Parameters of all cells, by the kind of their workload. */
  private readonly params: ReadonlyMap<Workload, readonly unknown[]>;
  private readonly mounts = new Map<string, List>();
  /** In the order in which they are put up. */
  private readonly ordered = new Map<List, List>();
  private readonly wrong = new Map<List, readonly Problem[]>();
  private readonly lists = new Map<string, List>();
  /** Those of {@link lists}: most that are asked for are known, and need no name. */
  private readonly known = new WeakSet<List>();
  private readonly begun: Begun = { next: new Map() };
  private readonly each = new Map<ResolvedCell, List>();
  private readonly commands = new Map<List, Map<List, FixturesCommand>>();
  private readonly surviving = new Map<List, List>();
  private readonly kept = new Map<string, { readonly settings: object | null }>();

  private asked: readonly string[] | undefined;

  constructor(private readonly use: CopyUse) {
    const groups = groupBy(use.cells, ({ workloadKind }) => workloadKind);
    this.params = new Map([...groups].map(([workload, its]) => [workload, its.map(({ params }) => params)]));
  }

  /**
   * What must stand for a cell, in the order in which it is put up. Equal ones are one list: scripts are long.
   * @throws FsxbenchError `Unexpected` where there are {@link problems}
   */
  of(cell: ResolvedCell): List {
    const made = this.made(cell);
    return getOrMake(this.ordered, made, () => this.one(inOrder(made)));
  }

  /** What is wrong with the fixtures of a cell: kinds that contradict themselves, or each other. */
  problems(cell: ResolvedCell): Problem[] {
    const kinds = `workload kind \`${cell.workloadKind.kind}\` on target kind \`${this.use.target.kind}\``;
    const made = this.made(cell);
    return getOrMake(this.wrong, made, () => fixtureProblems(made)).map((problem) => ({
      ...problem,
      path: ['workloads', cell.workload, 'kind'],
      message: `${kinds} cannot be measured, for a fault of one of these kinds, not of the spec: ${problem.message}`,
    }));
  }

  /** All that makes the copy ready: what a cell needs first, and whatever may stand beside that for the others. */
  prepared(first: ResolvedCell): List {
    return this.one(
      this.use.cells.reduce<List>((standing, cell) => {
        const more = this.of(cell).filter((one) => one.stays === true && !standing.some((it) => inOnePlace(it, one)));
        return more.length === 0 ? standing : [...standing, ...more];
      }, this.of(first)),
    );
  }

  /** The command that puts up what is wanted. @param standing by the plan, in the order of its putting up */
  command(wanted: List, standing: List): FixturesCommand {
    const before = this.one(standing);
    const known = getOrMake(this.commands, wanted, () => new Map<List, FixturesCommand>());
    return getOrMake(known, before, () => this.commandOf(wanted, before));
  }

  /** The same where all that lies on the storage stands: what comes before a second attempt. */
  again(wanted: List): Step | null {
    const surviving = (): List => this.one(wanted.filter(({ survives }) => survives));
    return this.command(wanted, getOrMake(this.surviving, wanted, surviving)).step;
  }

  /** What hosts do before the copy is deleted beside its rivals; none where nothing of it is ever mounted. */
  unmount(): Step | null {
    const mounts = this.use.cells.flatMap((cell) => this.mountsOf(cell));
    return mounts.length === 0 ? null : unmountStep(mounts, this.all(), this.use.scripts);
  }

  /** Lists of all cells, each once. */
  private distinct(): readonly List[] {
    return [...new Set(this.use.cells.map((cell) => this.of(cell)))];
  }

  /** All that ever stands, each once. */
  all(): List {
    const slots = this.distinct().flat();
    return [...new Map(slots.map((one) => [`${one.slot} ${one.key} ${one.roles.join()}`, one])).values()];
  }

  private commandOf(wanted: List, before: List): FixturesCommand {
    const { roles } = this;
    if (roles.length === 0) return { step: null, changes: false, after: before };
    const step = fixturesStep({ wanted, before, roles }, this.use.scripts);
    const found = new Map(
      roles.map((role) => [role, difference(standingOf(ofRole(before, role)), ofRole(wanted, role))] as const),
    );
    const goes = ({ slot }: Fixture, role: string): boolean =>
      found.get(role)?.down.some((one) => one.slot === slot) === true ||
      ofRole(wanted, role).some((w) => w.slot === slot);
    const left = before.flatMap((one) => {
      const on = one.roles.filter((role) => !goes(one, role));
      return on.length === 0 ? [] : [{ ...one, roles: on }];
    });
    const changes = [...found.values()].some(({ down, up }) => down.length + up.length > 0);
    return { step, changes, after: changes ? this.one([...left, ...wanted]) : before };
  }

  /** Of all cells. */
  private get roles(): readonly string[] {
    this.asked ??= [...new Set(this.distinct().flatMap((list) => list.flatMap((one) => one.roles)))];
    return this.asked;
  }

  private made(cell: ResolvedCell): List {
    return getOrMake(this.each, cell, () => this.same(this.make(cell)));
  }

  private make(cell: ResolvedCell): List {
    const { copy, copies, scripts } = this.use;
    const { workloadKind: workload } = cell;
    const mounts = this.mountsOf(cell);
    const fixtures = workload.fixtures(cell.params, {
      copy,
      copies,
      fleet: Object.keys(cell.fleet),
      mounts,
      stored: this.keptOf(cell),
      cells: this.params.get(workload) ?? [],
      files: filesOf(workload.kind, scripts),
    });
    return [...mounts, ...fixtures];
  }

  /** What data keep of how the target is set and mounted; null where they keep nothing. */
  private keptOf(cell: ResolvedCell): object | null {
    const { target } = this.use;
    const make = (): { settings: object | null } => {
      const mounts = this.mounting(cell).map(([, mount]) => target.mountSchema.parse(mount));
      return { settings: target.kept?.(cell.targetConfig, mounts) ?? null };
    };
    return target.kept === undefined ? null : getOrMake(this.kept, mountedAs(cell), make).settings;
  }

  /** Ways to mount the target, each with the roles that mount it so. */
  private mounting({ fleet, targetConfig }: ResolvedCell): [string[], object][] {
    // Hosts that lack the disk have nothing to mount.
    const having = this.use.target.hosts?.(targetConfig).roles;
    const mounting = Object.entries(fleet).filter(
      ([role, { mount }]) => mount !== 'none' && !this.use.apart.has(role) && having?.includes(role) !== false,
    );
    return [...groupBy(mounting, ([, { mount }]) => canonical(mount ?? {})).values()].map((its) => {
      const mount = its[0]?.[1].mount;
      return [its.map(([role]) => role), typeof mount === 'object' ? mount : {}];
    });
  }

  /** One mount for all roles that mount alike. */
  private mountsOf(cell: ResolvedCell): List {
    const { fleet, targetConfig } = cell;
    const { copy, target, scripts } = this.use;
    const files = filesOf(target.kind, scripts);
    return getOrMake(this.mounts, mountedAs(cell), () =>
      this.mounting(cell).map(([roles, mount]) => {
        const hosts = roles.reduce((sum, role) => sum + (fleet[role]?.count ?? 0), 0);
        return target.mount(targetConfig, mount, { copy, roles, hosts, files });
      }),
    );
  }

  /** Lists of the very same fixtures are one list: those of thousands of cells are looked at once. */
  private same(list: List): List {
    let level = this.begun;
    for (const one of list) level = getOrMake(level.next, one, (): Begun => ({ next: new Map() }));
    level.list ??= list;
    return level.list;
  }

  /** Lists of the same slots and keys are the same. */
  private one(list: List): List {
    if (this.known.has(list)) return list;
    const name = formatSlots(slotsOf(list));
    const first = getOrMake(this.lists, name, () => list);
    this.known.add(first);
    return first;
  }
}

/** Cells of a copy that mount alike, of a target that is set alike, have one name. */
function mountedAs({ mountKey, targetConfig }: ResolvedCell): string {
  return `${mountKey} ${canonical(targetConfig)}`;
}

function inOnePlace(one: Fixture, other: Fixture): boolean {
  return one.slot === other.slot && one.roles.some((role) => other.roles.includes(role));
}
