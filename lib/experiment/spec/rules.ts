/** Rules that look at references, kinds and roles: what the shape of a spec alone does not show. */
import { role as roleSchema } from './schema';
import { RESERVED } from '../../shapes/spec';
import type { Path, Problem } from '../../shapes/problem';
import type { Factor, LevelEntry } from './level';
import type { Kinds } from '../kinds';
import { referencesIn, scalarsIn } from './reference';
import { isMapping, type Mapping, type Sections } from './sections';
import { checkSettings, settingsOf, settingsOfTarget, stagesOf } from './settings';
import type { Assignment } from '../cells/space';
import { allowedNames, listed } from './suggest';

type Levels = ReadonlyMap<string, LevelEntry>;

/** Places where references are filled in. */
const REFERRING = ['targets', 'fleet', 'workloads'] as const;

/** References to factors or settings that do not exist, and factors that nothing refers to. */
export function checkReferences(sections: Sections, factors: readonly Factor[]): Problem[] {
  const used = new Set<string>();
  const problems = REFERRING.flatMap((section) =>
    referencesIn(sections[section], [section]).flatMap(({ reference, path }) => {
      used.add(reference.factor);
      return referenceFault(reference.factor, reference.field, path, factors);
    }),
  );
  // A misspelt reference leaves a factor unused: saying so twice helps nobody.
  const unused = problems.length > 0 ? [] : factors.filter((factor) => !used.has(factor.name) && !factor.broken);
  return [...problems, ...unused.map((factor) => unusedFactor(factor)), ...literalDollars(sections)];
}

function referenceFault(name: string, field: string | undefined, path: Path, factors: readonly Factor[]): Problem[] {
  const factor = factors.find((one) => one.name === name);
  if (factor === undefined) {
    const message = `\`$${name}\` refers to a factor that does not exist; ${allowedNames(
      name,
      factors.map((one) => one.name).filter((one) => !(RESERVED as readonly string[]).includes(one)),
    )}. Write \`$$\` for a dollar`;
    return [{ severity: 'error', code: 'UnknownFactor', path, message }];
  }
  if (field === undefined) return [];
  const without = factor.levels.find(({ value }) => typeof value !== 'object' || !Object.hasOwn(value, field));
  if (without === undefined) return [];
  const has = typeof without.value === 'object' ? `it has ${listed(Object.keys(without.value))}` : 'it is no mapping';
  const message =
    `\`$${name}.${field}\` needs \`${field}\` in every level of \`${name}\`; level ` +
    `\`${without.label}\` lacks it: ${has}`;
  return [{ severity: 'error', code: 'UnknownSetting', path, message }];
}

function unusedFactor(factor: Factor): Problem {
  const message =
    `nothing refers to \`$${factor.name}\`, so its levels are not measured apart; use it in ` +
    `targets, fleet or workloads, or take it out`;
  return { severity: 'advice', code: 'UnusedFactor', path: ['factors', factor.name], message };
}

/** `$HOME/data` is a plain text here: a reader may expect something else. */
function literalDollars(sections: Sections): Problem[] {
  return REFERRING.flatMap((section) => scalarsIn(sections[section], [section])).flatMap(
    ({ value, path }): Problem[] => {
      if (typeof value !== 'string' || !/^\$[^$]/.test(value) || referencesIn(value, []).length > 0) return [];
      const message =
        `'${value}' is taken as it stands: only a whole value \`$name\` is a reference, and ` +
        `environment variables are not filled in`;
      return [{ severity: 'advice', code: 'LiteralDollar', path, message }];
    },
  );
}

/**
 * Checks every target, workload and role with the rules of its kind.
 * @param assignments what the design chose; undefined where that is not known: then each level is tried alone.
 */
export function checkKinds(
  sections: Sections,
  factors: readonly Factor[],
  kinds: Kinds,
  assignments: readonly Assignment[] | undefined,
): Problem[] {
  const each = assignments === undefined ? alone(factors) : undefined;
  const variants = (which: (one: Assignment) => boolean): Levels[] =>
    each ?? (assignments ?? []).filter(which).map((one) => one.levels);
  const mixed = mixedTargets(sections, kinds);
  return [
    ...mixed,
    ...Object.entries(sections.targets).flatMap(([name, entry]) => {
      const target = kinds.targetOf(entry.kind);
      if (target === undefined) return [];
      const stages = stagesOf(entry);
      const fixed = target.local && stages.length > 1 ? [cannotChange(name, entry.kind)] : [];
      const own = stages.flatMap((stage) =>
        checkSettings(
          settingsOfTarget(entry, name, stage),
          target.schema,
          variants((one) => one.target === name && one.stage === stage),
          (config) => target.check(config),
        ),
      );
      return [...fixed, ...own];
    }),
    ...Object.entries(sections.workloads).flatMap(([name, entry]) => {
      const workload = kinds.workloadOf(entry.kind);
      if (workload === undefined) return [];
      const levels = variants((one) => one.workload === name);
      return checkSettings(settingsOf(entry, ['workloads', name]), workload.schema, levels, (params) => [
        ...workload.check(params),
        ...missingRoles(
          workload.roles(params).map(({ role }) => role),
          entry.kind,
          sections.fleet,
        ),
      ]);
    }),
    ...Object.entries(sections.fleet).flatMap(([name, entry]) => [
      ...checkSettings(
        settingsOf(entry, ['fleet', name]),
        roleSchema,
        variants(() => true),
        ({ instanceType }) => (mixed.length > 0 ? [] : needsType(instanceType, sections, kinds)),
      ),
      ...(mixed.length > 0 ? [] : checkMount(name, entry, sections, kinds, variants)),
    ]),
  ];
}

/** Mount options of a role, as each kind of target that its hosts mount reads them. */
function checkMount(
  name: string,
  entry: Mapping,
  sections: Sections,
  kinds: Kinds,
  variants: (which: (one: Assignment) => boolean) => Levels[],
): Problem[] {
  const mount = entry['mount'];
  if (!isMapping(mount)) return [];
  const base = ['fleet', name, 'mount'];
  const names = Object.values(sections.targets).map((target) => target.kind);
  return [...new Set(names)].flatMap((kind) => {
    const target = kinds.targetOf(kind);
    if (target === undefined) return [];
    const levels = variants((one) => sections.targets[one.target]?.kind === kind);
    return checkSettings(settingsOf(mount, base), target.mountSchema, levels, () => []);
  });
}

/** Hosts are either processes of this machine or instances: one experiment has one kind of them. */
function mixedTargets(sections: Sections, kinds: Kinds): Problem[] {
  const found = Object.entries(sections.targets).map(([name, { kind }]) => ({
    name,
    kind,
    target: kinds.targetOf(kind),
  }));
  const here = found.find(({ target }) => target?.local === true);
  const there = found.find(({ target }) => target?.local === false);
  if (here === undefined || there === undefined) return [];
  const message =
    `\`${here.name}\` (${here.kind}) is on this machine and \`${there.name}\` (${there.kind}) in AWS: they cannot be ` +
    'in one experiment, because its hosts are either processes here or EC2 instances; write an experiment for each';
  return [{ severity: 'error', code: 'MixedTargets', path: ['targets', here.name, 'kind'], message }];
}

/** All first levels, and every other level alone. */
function alone(factors: readonly Factor[]): Levels[] {
  const first = new Map(
    factors.flatMap(({ name, levels: [level] }) => (level === undefined ? [] : [[name, level] as const])),
  );
  const others = factors.flatMap(({ name, levels }) =>
    levels.slice(1).map((level) => new Map([...first, [name, level]])),
  );
  return [first, ...others];
}

function cannotChange(name: string, kind: string): Problem {
  const message = `\`${kind}\` cannot be changed in place, so it has one stage; write a target for each state`;
  return { severity: 'error', code: 'NoStages', path: ['targets', name, 'stages'], message };
}

function missingRoles(needed: readonly string[], kind: string, fleet: Readonly<Record<string, Mapping>>): Problem[] {
  // Without any fleet its absence is reported already.
  if (Object.keys(fleet).length === 0) return [];
  return needed
    .filter((role) => !Object.hasOwn(fleet, role))
    .map((role) => ({
      severity: 'error',
      code: 'MissingRole',
      path: [],
      message:
        `\`${kind}\` runs on role \`${role}\`, which \`fleet\` does not have; it has ` +
        `${listed(Object.keys(fleet))}`,
    }));
}

function needsType(instanceType: string | undefined, sections: Sections, kinds: Kinds): Problem[] {
  const remote = Object.values(sections.targets).some((entry) => kinds.targetOf(entry.kind)?.local === false);
  if (instanceType !== undefined || !remote) return [];
  return [
    {
      severity: 'error',
      code: 'MissingKey',
      path: ['instanceType'],
      message: '`instanceType` is missing; targets in AWS need EC2 hosts, e.g. c5n.2xlarge',
    },
  ];
}
