/** Targets and workloads as their kinds read them, at every level that the design chose. */
import rules from '../../rules.json';
import type * as z from 'zod';
import { problemAt, problemIf, type Problem } from '../../../shapes/problem';
import type { Entry } from '../../../shapes/spec';
import type { Assignment } from '../../design/space';
import type { Kinds } from '../../kinds';
import { eventsSchema, settingsOfEvents } from '../../language/events';
import type { Factor } from '../../language/level';
import { isMapping, type Mapping } from '../../language/mapping';
import { reachOf } from '../../language/reach';
import type { Sections } from '../../language/sections';
import {
  checkSettings,
  everywhere,
  type Settings,
  settingsOfTarget,
  settingsOfWorkload,
  stagesOf,
} from '../../language/settings';
import { checkFleet, type Variants, variantsOf } from './fleet';

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
  const variants = variantsOf(factors, assignments);
  const each = variantsOf(factors, undefined)(() => true);
  const mixed = mixedTargets(sections, kinds);
  return [
    ...mixed,
    ...checkTargets(sections, kinds, { variants, each }),
    ...checkWorkloads(sections, kinds, { variants, each }),
    // Where targets cannot be in one experiment, what hosts lack for one of them is no second problem.
    ...checkFleet(sections, factors, kinds, variants, mixed.length > 0),
  ];
}

/** Levels at which entries are looked at: those of their cells, and each alone for what no cell uses. */
interface LookedAt {
  readonly variants: Variants;
  readonly each: ReturnType<Variants>;
}

/**
 * Checks an entry at the levels of its cells. One that no cell uses is as wrong as it is at every level, and may lack
 * what others that extend it say.
 */
function checkEntry<T>(
  settings: Settings,
  schema: z.ZodType<T>,
  { levels, each }: { readonly levels: LookedAt['each']; readonly each: LookedAt['each'] },
  more: (value: T) => readonly Problem[],
): readonly Problem[] {
  if (levels.length > 0) return checkSettings(settings, schema, levels, more);
  return everywhere(each.map((one) => checkSettings(settings, schema, [one], more))).filter(
    ({ code }) => code !== 'MissingKey',
  );
}

function checkTargets({ targets }: Sections, kinds: Kinds, { variants, each }: LookedAt): Problem[] {
  return Object.entries(targets).flatMap(([name, entry]) => {
    const target = kinds.targetOf(entry.kind);
    if (target === undefined) return [];
    const stages = stagesOf(entry);
    const kept = target.local || target.foreign !== undefined;
    const unreached = stages.slice(1).filter((stage) => reachOf(entry, stage) === null);
    const fixed = kept ? unreached.flatMap((stage) => (stage === null ? [] : cannotChange(name, stage, entry))) : [];
    const own = stages.flatMap((stage) =>
      checkEntry(
        settingsOfTarget(entry, name, stage),
        target.schema,
        { levels: variants((one) => one.target === name && one.stage === stage), each },
        (config) => target.check(config),
      ),
    );
    return [...fixed, ...own];
  });
}

function checkWorkloads({ workloads, fleet }: Sections, kinds: Kinds, { variants, each }: LookedAt): Problem[] {
  const known = Object.keys(fleet);
  // Without any fleet its absence is reported already.
  const lacks = (role: string): boolean => known.length > 0 && !known.includes(role);
  return Object.entries(workloads).flatMap(([name, entry]) => {
    const workload = kinds.workloadOf(entry.kind);
    if (workload === undefined) return [];
    const settings = settingsOfWorkload(entry, name, workload.schema, fleet);
    const levels = variants((one) => one.workload === name);
    const ofEvents = checkEntry(settingsOfEvents(entry, name), eventsSchema, { levels, each }, () => []);
    const own = checkEntry(settings, workload.schema, { levels, each }, (params) => [
      ...workload.check(params),
      ...workload
        .roles(params, known)
        .flatMap(({ role }) => problemIf(lacks(role), rules.missingRole, [], { kind: entry.kind, role, names: known })),
    ]);
    return [...own, ...ofEvents];
  });
}

/** Hosts are either processes of this machine or instances: one experiment has one kind of them. */
function mixedTargets(sections: Sections, kinds: Kinds): Problem[] {
  const targets = Object.entries(sections.targets);
  const [here, there] = [true, false].map((local) =>
    targets.find(([, { kind }]) => kinds.targetOf(kind)?.local === local),
  );
  if (here === undefined || there === undefined) return [];
  const [[name, { kind }], [name2, { kind: kind2 }]] = [here, there];
  return [problemAt(rules.mixedTargets, ['targets', name, 'kind'], { name, kind, name2, kind2 })];
}

/** One whose `reach` is wrong is told of elsewhere. */
function cannotChange(name: string, stage: string, entry: Entry): Problem[] {
  const written = (entry['stages'] as Mapping)[stage];
  const isReached = isMapping(written) && Object.hasOwn(written, 'reach');
  return problemIf(!isReached, rules.noStages, ['targets', name, 'stages', stage], { kind: entry.kind, stage });
}
