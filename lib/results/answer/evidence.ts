/** The figures that an answer rests on, one sentence each: what the headline has no room for. */
import { formatUsdPerMonth } from '../format';
import type { Contender } from './contender';
import { type AnswerContext, criteriaPhrase, limitEstimate, relationPhrase } from './phrases';

/** Configurations whose figures are given; tables have the others. */
const SHOWN_MAX = 3;

/** Of the winner, its nearest rival, and of what is open; none where nothing was asked. */
export function listEvidence(context: AnswerContext): readonly string[] {
  const { decide, decision } = context;
  if (decide === null) return [];
  const { winner, runnerUp, ranking, compared, open } = decision;
  const [first] = compared;
  const rival = ranking.find(({ cell }) => cell === first?.cell);
  const preferred = [winner, ...ranking.filter(({ cell }) => open.includes(cell)), rival ?? runnerUp];
  const shown = [...new Set([...preferred, ranking[0]])].filter((one) => one !== null && one !== undefined);
  const relation =
    winner === null || rival === undefined || first === undefined
      ? null
      : relationPhrase({ ...context, decide }, winner, rival, first);
  return [
    ...shown
      .slice(0, SHOWN_MAX)
      .map((one) => `${one.label}: ${limitEstimate(one, decide)}${monthly(one)}${criteriaPhrase(one)}.`),
    ...(relation === null ? [] : [`${relation}.`]),
  ];
}

function monthly({ price, storageUsdPerHour }: Contender): string {
  if (price === null || price === 0) return '';
  return `, ${formatUsdPerMonth(price)}${price === storageUsdPerHour ? '' : ' with hosts'}`;
}
