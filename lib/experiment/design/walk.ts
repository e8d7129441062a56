/** Checks of `design.comparison: cheapestFirst`, a walk by price: the question and the candidates that it needs. */
import rules from '../rules.json';
import { canonicalize } from '../../shapes/canonical-json';
import { groupBy } from '../../shapes/collections';
import type { DecisionRule } from '../../shapes/decision-rule';
import { problemAt, problemIf, type Path, type Problem } from '../../shapes/problem';
import type { Spec } from '../../shapes/spec';
import { WALK_TRIALS_MIN } from '../../shapes/walk';
import { formatCell, type ResolvedCell } from './cells';
import { isCompetingCell } from './question';

/** A ladder of more candidates is not read any more, and its last ones are rarely measured. */
const CANDIDATES_MAX = 40;
/** With fewer replicates a walk ends as inconclusive after the second open candidate. */
const REPLICATES_ADVISED = 6;

interface WalkQuestion {
  readonly decide: DecisionRule | null;
  readonly cells: readonly ResolvedCell[];
}

/** @param cells all configurations @param competing those of `decide.where` */
export function checkWalk(
  { design }: Pick<Spec, 'design'>,
  decide: DecisionRule | null,
  cells: readonly ResolvedCell[],
  competing: readonly ResolvedCell[],
): Problem[] {
  const { comparison, blocks, search, reference, replicates } = design;
  if (comparison !== 'cheapestFirst') return [];
  const refuse = (isWrong: boolean, path: Path, found: string): Problem[] =>
    problemIf(isWrong, rules.walkNeeds, path, { found });
  const isLimited =
    decide !== null &&
    (decide.atLeast ?? decide.atMost ?? decide.require) !== undefined &&
    decide.prefer === 'cheapest';
  const staged = cells.find(({ stage, events }) => stage !== null || events.length > 0);
  const other = cells.find((cell) => !competing.includes(cell));
  const { length } = cells;
  return [
    ...refuse(!isLimited, ['decide'], 'give `decide` a threshold and `prefer: cheapest`, or use `interleaved`'),
    ...refuse(blocks > 1, ['design', 'blocks'], `found ${blocks} blocks. Remove \`blocks\`: a candidate has one rig`),
    ...refuse(search !== undefined, ['design', 'search'], 'remove `search`, or use `interleaved`'),
    ...refuse(reference !== undefined, ['design', 'reference'], 'remove `reference`: no two candidates are compared'),
    ...refuse(
      replicates < WALK_TRIALS_MIN,
      ['design', 'replicates'],
      `found ${replicates} replicates; allowed: ${WALK_TRIALS_MIN} or more, as fewer trials can meet no threshold`,
    ),
    ...refuse(
      length === 1 || length > CANDIDATES_MAX,
      ['targets'],
      `found ${length} candidates; allowed: 2 to ${CANDIDATES_MAX}`,
    ),
    ...(staged === undefined
      ? []
      : refuse(true, ['targets', staged.target], `${formatCell(staged)} has stages or events; use \`interleaved\``)),
    ...(other === undefined || decide === null
      ? []
      : refuse(true, ['decide', 'where'], `${formatCell(other)} is no candidate of \`decide.where\`. Remove it`)),
    ...checkEqualCandidates(cells),
    ...problemIf(
      replicates >= WALK_TRIALS_MIN && replicates < REPLICATES_ADVISED,
      rules.walkShort,
      ['design', 'replicates'],
      { replicates, open: replicates - WALK_TRIALS_MIN + 1, advised: REPLICATES_ADVISED },
    ),
  ];
}

/** Whether a walk could answer the question of another comparison. */
export function couldWalk(spec: Pick<Spec, 'design'>, { decide, cells }: WalkQuestion): boolean {
  const design = { ...spec.design, comparison: 'cheapestFirst' as const };
  const competing = cells.filter((cell) => isCompetingCell(cell, decide));
  const problems = checkWalk({ design }, decide, cells, competing);
  return spec.design.comparison !== 'cheapestFirst' && problems.every(({ severity }) => severity !== 'error');
}

/** Settings of the workload do not make another candidate. */
function checkEqualCandidates(cells: readonly ResolvedCell[]): Problem[] {
  const groups = groupBy(cells, ({ target, targetConfig, fleetKey }) => canonicalize([target, targetConfig, fleetKey]));
  const [first, second] = [...groups.values()].find((own) => own.length > 1) ?? [];
  if (first === undefined || second === undefined) return [];
  const names = `${formatCell(first)} and ${formatCell(second)}`;
  const found = `${names} are the same storage and hosts. Give each factor of the workload one value`;
  return [problemAt(rules.walkNeeds, ['factors'], { found })];
}
