/**
 * Merges two versions of a spec into one that measures both, in turn: `--against`. A workload or target that differs
 * gets a second one with its old settings, `NAME-before`, as its reference.
 */
import { canonicalize, dropUndefined } from '../../shapes/canonical-json';
import { KINDS } from '../kinds';
import type { Mapping } from '../language/mapping';
import { applyExtends } from '../language/sections';
import { nameDifference, readMapping, type Section, SUFFIX } from './side-differences';

export interface SidesInput {
  /** Both specs as written, with the texts of named files. */
  readonly now: Mapping;
  readonly before: Mapping;
  /** Decides if the spec has no `decide`. */
  readonly metric: { readonly metric: string; readonly operation: string | null };
  /** The loss to exclude, as a share; undefined for the default. */
  readonly allow: number | undefined;
}

export type MergedSides =
  | { readonly spec: Mapping; readonly differences: readonly string[] }
  /** Why they cannot be compared, one sentence each. */
  | { readonly refusals: readonly string[] };

/** Sections that have to be equal: hosts and the choice of configurations cannot differ within one rig. */
const EQUAL_SECTIONS = ['factors', 'fleet'] as const;
/** Settings of `design` that the merged spec sets itself. */
const OWN_DESIGN = new Set(['reference', 'replicates', 'comparison', 'seed']);
/** Replicates exclude a loss of 10% at an equal place in nine of ten cases: `docs/statistics.md`. */
const REPLICATES = 10;
/** Default of the loss to exclude: on the same storage, and on storage that is created for each side. */
const ALLOWED = { shared: 0.1, separate: 0.25 };

export function mergeSides({ now, before, metric, allow }: SidesInput): MergedSides {
  const [workloads, targets] = (['workloads', 'targets'] as const).map((section) =>
    compareEntries(section, readEntries(now, section), readEntries(before, section)),
  ) as [ComparedEntries, ComparedEntries];
  const design = readMapping(now['design']);
  const isEqual = workloads.changed.length + targets.changed.length === 0;
  const refusals = [
    ...EQUAL_SECTIONS.filter((name) => canonicalize(now[name] ?? {}) !== canonicalize(before[name] ?? {})),
    ...(canonicalize(dropOwn(design)) === canonicalize(dropOwn(readMapping(before['design']))) ? [] : ['design']),
  ].map((name) => `\`${name}\` differs. Only workloads and targets may: use one \`${name}\` on both sides`);
  for (const key of ['oneAtATime', 'search'])
    if (design[key] !== undefined && design[key] !== false)
      refusals.push(`\`design.${key}\` has no pairs of configurations; use a crossed design`);
  for (const [factor, { changed, count }] of Object.entries({ workload: workloads, target: targets }))
    if (Array.isArray(design['cross']) && !design['cross'].includes(factor) && changed.length > 0 && count > 1)
      refusals.push(`\`design.cross\` omits \`${factor}\`, so only the first one is measured: name it there`);
  refusals.push(...[workloads, targets].flatMap(({ taken }) => taken));
  if (isEqual && refusals.length === 0)
    refusals.push('nothing to compare: workloads and targets are equal. For changes over time, use `history`');
  if (refusals.length > 0) return { refusals };
  const isExisting = targets.changed.every((name) => {
    const target = KINDS.targetOf(String(readMapping(readMapping(now['targets'])[name])['kind']));
    return target?.local === true || target?.external !== undefined;
  });
  const written = readMapping(now['decide']);
  const { where, margin, burst, accept } = written;
  const asked =
    written['metric'] === undefined
      ? { metric: metric.metric, operation: metric.operation ?? undefined }
      : { metric: written['metric'], operation: written['operation'] };
  const share = allow ?? (isExisting ? ALLOWED.shared : ALLOWED.separate);
  const { schedule: _, question: __, ...rest } = now;
  const spec = {
    ...rest,
    targets: { ...readMapping(now['targets']), ...targets.added },
    workloads: { ...readMapping(now['workloads']), ...workloads.added },
    ...(now['fleet'] === undefined ? {} : { fleet: addMounts(readMapping(now['fleet']), targets.changed) }),
    design: mergeDesign(design, workloads, targets),
    decide: dropUndefined({
      ...asked,
      where,
      margin,
      burst,
      accept,
      noWorse: `${Number((100 * share).toPrecision(4))}%`,
    }),
  };
  return { spec, differences: [...workloads.differences, ...targets.differences] };
}

interface ComparedEntries {
  /** Names with other settings on both sides, with equal ones, and on one side only. */
  readonly changed: readonly string[];
  readonly equal: readonly string[];
  readonly single: readonly string[];
  /** Names of the new side. */
  readonly count: number;
  /** The old settings by their new name. */
  readonly added: Mapping;
  readonly differences: readonly string[];
  /** Refusals of names that the merged spec needs. */
  readonly taken: readonly string[];
}

function compareEntries(section: Section, now: Mapping, before: Mapping): ComparedEntries {
  const noun = section.slice(0, -1);
  const both = Object.keys(now).filter((name) => Object.hasOwn(before, name));
  const changed = both.filter((name) => canonicalize(now[name]) !== canonicalize(before[name]));
  const lost = Object.keys(before).filter((name) => !Object.hasOwn(now, name));
  const single = Object.keys(now).filter((name) => !Object.hasOwn(before, name));
  return {
    changed,
    equal: both.filter((name) => !changed.includes(name)),
    single,
    count: Object.keys(now).length,
    added: Object.fromEntries(changed.map((name) => [`${name}${SUFFIX}`, before[name]])),
    differences: [
      ...changed.map((name) => nameDifference(section, name, now[name], before[name])),
      ...[...lost, ...single].map((name) => `${noun} ${name} is on one side only, so it is not compared`),
    ],
    taken: changed
      .filter((name) => Object.hasOwn(now, `${name}${SUFFIX}`))
      .map((name) => `${noun} \`${name}${SUFFIX}\` exists already: rename it, or run this spec without \`--against\``),
  };
}

/** Excludes mixtures of both sides and what is equal on both, and maps each changed name to its old one. */
function mergeDesign(design: Mapping, workloads: ComparedEntries, targets: ComparedEntries): Mapping {
  const old = (one: ComparedEntries, name: unknown): unknown =>
    one.changed.includes(String(name)) ? `${String(name)}${SUFFIX}` : name;
  const toBefore = (partial: unknown): Mapping => {
    const { workload, target, ...rest } = readMapping(partial);
    return { ...rest, ...dropUndefined({ workload: old(workloads, workload), target: old(targets, target) }) };
  };
  const mapBoth = (all: unknown): readonly unknown[] =>
    (Array.isArray(all) ? all : []).flatMap((one: unknown) => {
      const before = toBefore(one);
      return canonicalize(before) === canonicalize(one) ? [one] : [one, before];
    });
  const mixed = targets.changed.flatMap((target) =>
    workloads.changed.flatMap((workload) => [
      { target, workload: `${workload}${SUFFIX}` },
      { target: `${target}${SUFFIX}`, workload },
    ]),
  );
  const same = targets.equal.flatMap((target) => workloads.equal.map((workload) => ({ target, workload })));
  const single = [
    ...workloads.single.map((workload) => ({ workload })),
    ...targets.single.map((target) => ({ target })),
  ];
  const exclude = [...mapBoth(design['exclude']), ...mixed, ...same, ...single];
  const include = mapBoth(design['include']);
  const mapped = (one: ComparedEntries) =>
    one.changed.length === 0 ? undefined : Object.fromEntries(one.changed.map((name) => [name, `${name}${SUFFIX}`]));
  const cross = Array.isArray(design['cross'])
    ? [
        ...new Set([
          ...(design['cross'] as readonly unknown[]),
          ...(workloads.changed.length > 0 ? ['workload'] : []),
          ...(targets.changed.length > 0 ? ['target'] : []),
        ]),
      ]
    : undefined;
  const { replicates, blocks = 1, seed } = design;
  return dropUndefined({
    ...dropOwn(design),
    cross,
    exclude: exclude.length === 0 ? undefined : exclude,
    include: include.length === 0 ? undefined : include,
    reference: dropUndefined({ workload: mapped(workloads), target: mapped(targets) }),
    comparison: 'interleaved',
    replicates: blocks === 1 ? Math.max(REPLICATES, Number(replicates ?? 0)) : replicates,
    seed,
  });
}

/** The old target is mounted like the new one. */
function addMounts(fleet: Mapping, changed: readonly string[]): Mapping {
  return Object.fromEntries(
    Object.entries(fleet).map(([role, hosts]) => {
      const mount = readMapping(readMapping(hosts)['mount']);
      const each = readMapping(mount['each']);
      const more = changed.filter((name) => Object.hasOwn(each, name)).map((name) => [`${name}${SUFFIX}`, each[name]]);
      if (more.length === 0) return [role, hosts];
      return [
        role,
        { ...readMapping(hosts), mount: { ...mount, each: { ...each, ...readMapping(Object.fromEntries(more)) } } },
      ];
    }),
  );
}

function readEntries(spec: Mapping, section: 'workloads' | 'targets'): Mapping {
  const entries = readMapping(spec[section]);
  return section === 'workloads' ? applyExtends(entries).entries : entries;
}

function dropOwn(design: Mapping): Mapping {
  return Object.fromEntries(Object.entries(design).filter(([key]) => !OWN_DESIGN.has(key)));
}
