/** Targets and workloads as their kinds read them, at every level that the design chose. */
import texts from '../../messages.json';
import type * as z from 'zod';
import { errorAt, type Problem, say } from '../../../shapes/problem';
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
import { listed } from '../../../shapes/suggest';
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
  return Object.entries(workloads).flatMap(([name, entry]) => {
    const workload = kinds.workloadOf(entry.kind);
    if (workload === undefined) return [];
    const settings = settingsOfWorkload(entry, name, workload.schema, fleet);
    const levels = variants((one) => one.workload === name);
    const ofEvents = checkEntry(settingsOfEvents(entry, name), eventsSchema, { levels, each }, () => []);
    const own = checkEntry(settings, workload.schema, { levels, each }, (params) => [
      ...workload.check(params),
      ...missingRoles(
        workload.roles(params, Object.keys(fleet)).map(({ role }) => role),
        entry.kind,
        fleet,
      ),
    ]);
    return [...own, ...ofEvents];
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
  const message = say(texts.mixedTargets, { name: here.name, kind: here.kind, name2: there.name, kind2: there.kind });
  return [errorAt('MixedTargets', ['targets', here.name, 'kind'], message)];
}

/** One whose `reach` is wrong is told of elsewhere. */
function cannotChange(name: string, stage: string, entry: Entry): Problem[] {
  const written = (entry['stages'] as Mapping)[stage];
  if (isMapping(written) && Object.hasOwn(written, 'reach')) return [];
  const message = say(texts.noStages, { kind: entry.kind, stage });
  return [errorAt('NoStages', ['targets', name, 'stages', stage], message)];
}

function missingRoles(needed: readonly string[], kind: string, fleet: Readonly<Record<string, Mapping>>): Problem[] {
  // Without any fleet its absence is reported already.
  if (Object.keys(fleet).length === 0) return [];
  return needed
    .filter((role) => !Object.hasOwn(fleet, role))
    .map((role) =>
      errorAt(
        'MissingRole',
        [],
        `\`${kind}\` runs on role \`${role}\`, which \`fleet\` does not have; it has ` +
          `${listed(Object.keys(fleet))}`,
      ),
    );
}
