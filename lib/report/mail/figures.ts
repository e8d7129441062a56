/** Results as lines of a mail: answer, trials, cost. */
import { pluralize, formatUsd } from '../../results/format';
import { sumRigCosts } from '../../results/rig-cost';
import type { Summary } from '../../results/summary';
import { replaceUnprintable } from '../../shapes/printable';
import { VERDICTS } from '../../shapes/verdict';
import { wrapWords } from '../lines';
import type { MailFacts } from './facts';

/** Width of a mail in characters: every mail reader shows such lines without wrapping. */
export const COLUMNS = 76;
/** Maximum length of the reason why a rig ended; the report contains the full text. */
const CAUSE_MAX = 500;

/** The answer with evidence and cautions, wrapped. */
export function formatAnswer({ answer, simulated }: Summary): string[] {
  const banner = simulated ? ['SIMULATED: these numbers come from a model, not from a measurement.', ''] : [];
  return [
    ...banner,
    ...[answer.headline, ...answer.evidence, ...answer.cautions].flatMap((text) => wrapWords(toPlain(text), COLUMNS)),
  ];
}

/** Example: `trials 22 VALID, 2 SUSPECT of 24`. */
export function formatTrialCounts({ verdicts, trials }: Summary): string {
  const found = VERDICTS.filter((verdict) => verdicts[verdict] > 0).map((verdict) => `${verdicts[verdict]} ${verdict}`);
  return `trials   ${found.join(', ')} of ${pluralize(trials.length, 'trial')}`;
}

/** Rigs that failed or stopped early, and why. */
export function formatRigs({ plan, summary }: MailFacts): string[] {
  if (plan === null || summary === null) return [];
  const outcomes = new Map(summary.outcomes.map((one) => [one.rig, one]));
  return plan.rigs.flatMap(({ rig }) => {
    const outcome = outcomes.get(rig);
    if (outcome === undefined) return [`${rig}  without outcome: it never started, was stopped, or lost its outcome`];
    if (outcome.status === 'SUCCEEDED') return [];
    const { code, text } = outcome.reason ?? { code: outcome.status, text: 'no reason given' };
    return wrapWords(`${rig}  ${outcome.status} ${code}: ${toPlain(text).slice(0, CAUSE_MAX)}`, COLUMNS);
  });
}

/** Spend against the budget, by list prices, as the bill comes later. */
export function formatSpend({ plan, summary, receipt, clean }: MailFacts): string[] {
  if (plan === null || plan.local) return [];
  const { usd: estimate } = plan.estimate;
  const { maxUsd } = plan.spec.limits;
  const limits = `of ${formatUsd(maxUsd)} allowed; the estimate was ${formatUsd(estimate)}`;
  const known = summary?.cost.spendUsd ?? null;
  if (known !== null) return [`spent    ${formatUsd(known)} ${limits}`];
  const { usd, unknown } = sumRigCosts(plan, summary?.outcomes ?? [], receipt?.verifiedAt ?? null);
  if (unknown.length === plan.rigs.length) return [`spent    unknown: rigs left no times (${limits})`];
  // While resources remain, their delete times are unknown: count all of them until the receipt.
  if (!clean && unknown.length === 0) {
    return [
      `spent    at most ${formatUsd(usd)} so far ${limits}`,
      '         (list prices, as if all resources still existed; the bill comes later)',
    ];
  }
  const about = unknown.length === 0 ? 'about' : 'at least';
  return [
    `spent    ${about} ${formatUsd(usd)} ${limits}`,
    '         (list prices, while the rigs existed; the bill comes later)',
    ...(unknown.length === 0 ? [] : [`         (without ${unknown.join(', ')}, which left no times)`]),
    ...(plan.cells.some(({ transferUsdPerGiB }) => transferUsdPerGiB !== undefined)
      ? ['         (without charges per GiB transferred, which the estimate includes)']
      : []),
  ];
}

/** One line of a text from specs and services, without characters that could hide or reverse what follows. */
export function toPlain(text: string): string {
  return replaceUnprintable(text, ' ');
}
