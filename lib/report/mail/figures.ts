/** What was measured, as lines of a mail: answer, trials, money. */
import { pluralize, formatUsd } from '../../results/format';
import { sumRigCosts } from '../../results/rig-cost';
import type { Summary } from '../../results/summary';
import { VERDICTS } from '../../shapes/verdict';
import { wrapWords } from '../terminal-text';
import type { MailFacts } from './facts';

/** Columns of a mail: what every reader shows without breaking lines himself. */
export const COLUMNS = 76;
/** Of the reason of a rig; the report has all of it. */
const CAUSE_MAX = 500;

/** The answer, broken into lines, with what a reader must know with it. */
export function answerLines({ answer, simulated }: Summary): string[] {
  const banner = simulated ? ['SIMULATED: these numbers come from a model, nothing was measured.', ''] : [];
  return [
    ...banner,
    ...[answer.headline, ...answer.evidence, ...answer.cautions].flatMap((text) => wrapWords(toPlain(text), COLUMNS)),
  ];
}

/** `trials  22 VALID, 2 SUSPECT of 24`. */
export function trialLine({ verdicts, trials }: Summary): string {
  const found = VERDICTS.filter((verdict) => verdicts[verdict] > 0).map((verdict) => `${verdicts[verdict]} ${verdict}`);
  return `trials   ${found.join(', ')} of ${pluralize(trials.length, 'trial')}`;
}

/** Rigs that did not come to their end, and why; none where all did. */
export function rigLines({ plan, summary }: MailFacts): string[] {
  if (plan === null || summary === null) return [];
  const outcomes = new Map(summary.outcomes.map((one) => [one.rig, one]));
  return plan.rigs.flatMap(({ rig }) => {
    const outcome = outcomes.get(rig);
    if (outcome === undefined) return [`${rig}  left no word: it was stopped from outside, or never began`];
    if (outcome.status === 'SUCCEEDED') return [];
    const { code, text } = outcome.reason ?? { code: outcome.status, text: 'no reason was given' };
    return wrapWords(`${rig}  ${outcome.status} ${code}: ${toPlain(text).slice(0, CAUSE_MAX)}`, COLUMNS);
  });
}

/** What was spent of the budget, as well as it is known before the bill. */
export function moneyLines({ plan, summary, receipt, clean }: MailFacts): string[] {
  if (plan === null || plan.local) return [];
  const { usd: estimate } = plan.estimate;
  const { maxUsd } = plan.spec.limits;
  const limits = `of ${formatUsd(maxUsd)} allowed; the estimate was ${formatUsd(estimate)}`;
  const known = summary?.cost.spendUsd ?? null;
  if (known !== null) return [`spent    ${formatUsd(known)} ${limits}`];
  const { usd, unknown } = sumRigCosts(plan, summary?.outcomes ?? [], receipt?.verifiedAt ?? null);
  if (unknown.length === plan.rigs.length) return [`spent    not known: no rig left its times (${limits})`];
  // What went and what stayed of a rig that is not gone, its times do not tell: all of it is counted until the receipt.
  if (!clean && unknown.length === 0) {
    return [
      `spent    at most ${formatUsd(usd)} so far ${limits}`,
      '         (list prices, as if all of each rig still stood; the bill comes later)',
    ];
  }
  const about = unknown.length === 0 ? 'about' : 'at least';
  return [
    `spent    ${about} ${formatUsd(usd)} ${limits}`,
    '         (list prices, for as long as the rigs stood; the bill comes later)',
    ...(unknown.length === 0 ? [] : [`         (without ${unknown.join(', ')}, stopped from outside)`]),
    ...(plan.cells.some(({ movedUsdPerGiB }) => movedUsdPerGiB !== undefined)
      ? ['         (without what is billed by the GiB that was moved: the estimate has it)']
      : []),
  ];
}

/** Levels and causes come from specs and services: a control character could hide what follows. */
export function toPlain(text: string): string {
  return text.replace(/\p{Cc}/gu, ' ');
}
