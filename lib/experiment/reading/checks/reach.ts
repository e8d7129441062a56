/** Stages that others bring a target to: that its settings are no change of AWS, and that each block begins alike. */
import { canonical } from '../../../shapes/canonical';
import { groupBy } from '../../../shapes/group';
import { errorAt, type Path, type Problem } from '../../../shapes/problem';
import type { Spec } from '../../../shapes/spec';
import type { ResolvedCell } from '../../design/cells';
import { type Kinds, targetOfCell } from '../../kinds';
import { reachOf } from '../../language/reach';
import { stagesOf } from '../../language/settings';
import { listed } from '../../../shapes/suggest';

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
  const message =
    'a target with `reach` has settings without factors: each level would be a copy, and each copy would ask for ' +
    'the same; write a target for each level';
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
  const message =
    `\`reach\` is missing: ${why}, and each begins with this stage after the last one was reached; say how the ` +
    'target gets back to it';
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
    const message =
      `found ${listed(differing)} beside \`reach\`; of \`${target.kind}\` these make another ` +
      'storage, or are changed by a request: take them out of the stage, or `reach`';
    return [errorAt('Contradiction', [...path, stage], message)];
  });
}
