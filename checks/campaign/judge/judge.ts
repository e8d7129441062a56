/** All that must hold after any campaign. */
import type { PriceBook } from '../../../lib/shapes/price';
import { rulesOf } from '../faults/campaign';
import type { Played } from '../faults/play';
import { checkExecution } from '../../../lib/twin/checkers/check';
import type { Complaint } from '../../../lib/twin/checkers/facts';
import { type Aftermath, aftermathsOf, untaggedOf } from '../../../lib/twin/checkers/after/aftermath';
import { foreignUntouched } from './foreign';
import { goesOn } from './goes-on';
import { histories, promisesAfter } from '../../../lib/twin/checkers/after/judge';
import { paidFor } from '../../../lib/twin/checkers/after/money';
import { onlyThings, unhealedTold } from './unhealed';
import { untaggedTold } from './untagged';

/** What a campaign came to. */
export interface Judged {
  readonly complaints: readonly Complaint[];
  /** Status of each execution that was started, `-` where it could not be. */
  readonly statuses: readonly string[];
  /** Dollars of all executions: while they had a use, and after that. */
  readonly usedUsd: number;
  readonly afterUsd: number;
  /** Of those after: for what only a person can delete. */
  readonly personUsd: number;
}

/** Which of the facts of a clean run an unclean one is held against. */
export interface Clean {
  readonly afterUsd: number;
}

/** Judges a world by its own state. */
export async function judge(
  played: Played,
  experiment: string,
  prices: PriceBook,
  clean: Clean = { afterUsd: 0 },
): Promise<Judged> {
  const aftermaths = await aftermathsOf(played, experiment, prices);
  const paid = aftermaths.map(paidFor);
  return {
    complaints: [
      ...aftermaths.flatMap((one) => judgeOne(one, clean)),
      ...foreignUntouched(played),
      ...histories(played),
    ],
    statuses: played.started.map(({ execution }) => execution?.status ?? '-'),
    usedUsd: paid.reduce((sum, { used }) => sum + used, 0),
    afterUsd: paid.reduce((sum, { after }) => sum + after, 0),
    personUsd: paid.reduce((sum, { forPerson }) => sum + forPerson, 0),
  };
}

function judgeOne(aftermath: Aftermath<Played>, { afterUsd }: Clean): Complaint[] {
  const healed = aftermath.played.healedAt !== null;
  const spoilt = rulesOf(aftermath.played.campaign, 'hand').some(({ rule }) => SPOILING.includes(rule.effect));
  const untagged = untaggedOf(aftermath);
  const excused = onlyThings(aftermath.played.campaign) ? ['ResourceLeft'] : UNHEALED;
  return [
    // While something goes wrong for ever, no receipt can be asked for, but of things that are for ever themselves;
    // that it says nothing false can.
    ...checkExecution(aftermath.facts)
      .filter((one) => healed || !excused.includes(one.code))
      // Nobody can make rows of a plan and raw files that somebody took away.
      .filter((one) => !spoilt || one.checker !== 'rows-complete')
      // It may not be deleted; that it is told of is asked below.
      .filter(({ id }) => id === undefined || !untagged.has(id)),
    ...untaggedTold(aftermath),
    ...unhealedTold(aftermath),
    ...promisesAfter(aftermath, afterUsd),
    ...goesOn(aftermath),
  ];
}

const SPOILING: readonly string[] = ['lose', 'spoil'];

/** Complaints that say only that it is not over yet. */
const UNHEALED: readonly string[] = ['ResourceLeft', 'NoReceipt', 'RowCount', 'NeverFenced'];
