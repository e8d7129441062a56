/** What was measured, as lines of a mail: answer, cheapest cells, trials, money. */
import type { Contender } from '../../results/answer/contender';
import type { CellSummary } from '../../results/cells';
import { counted, formatUsd, formatValue } from '../../results/format';
import { mainMetric, metricWords, primaryMeasures } from '../../results/measures';
import { spentOf } from '../../results/spent';
import type { Summary } from '../../results/summary';
import { VERDICTS } from '../../shapes/verdict';
import { wrapped } from '../text';
import type { MailFacts } from './facts';

/** Columns of a mail: what every reader shows without breaking lines himself. */
export const COLUMNS = 76;
const CELLS_SHOWN = 5;
/** Of the reason of a rig; the report has all of it. */
const CAUSE_MAX = 500;

/** The answer, broken into lines, with what a reader must know with it. */
export function answerLines({ answer, simulated }: Summary): string[] {
  const banner = simulated ? ['SIMULATED: these numbers come from a model, nothing was measured.', ''] : [];
  return [
    ...banner,
    ...[answer.headline, ...answer.evidence, ...answer.cautions].flatMap((text) => wrapped(plain(text), COLUMNS)),
  ];
}

/** A cell as a line: what it costs an hour, and what it reached. */
interface Priced {
  readonly usd: number;
  /** Without its hosts. */
  readonly storageOnly: boolean;
  readonly text: string;
}

/**
 * The cells that cost least an hour among those that compete for the answer, or among all with a trial that counts
 * where nothing was asked; none where nothing has a price.
 */
export function cheapestLines(summary: Summary): string[] {
  const metric = mainMetric(summary.decide, summary.cells);
  const { ranking } = summary.answer;
  const priced =
    ranking.length > 0 ? ranking.flatMap(contenderLine) : summary.cells.flatMap((cell) => cellLine(cell, metric));
  const cheapest = priced.toSorted((a, b) => a.usd - b.usd).slice(0, CELLS_SHOWN);
  if (cheapest.length === 0 || metric === null) return [];
  const parts = cheapest.every(({ storageOnly }) => storageOnly) ? 'storage alone' : 'with its hosts';
  return [
    `price ${parts}; typical ${metricWords(summary.metrics, metric)}`,
    ...cheapest.flatMap(({ usd, text }) => wrapped(`${formatUsd(usd)}/h  ${text}`, COLUMNS)),
  ];
}

/** How a contender stands to the limits, where that is not a plain yes. */
const QUALIFIES = {
  yes: '',
  open: ' (may keep to the limits)',
  no: ' (misses the limits)',
} as const;

function contenderLine({ label, value, unit, qualifies, ...price }: Contender): Priced[] {
  const text = `${plain(label)}: ${formatValue(value, unit)}${qualifies === null ? '' : QUALIFIES[qualifies]}`;
  return pricedAs(price, text);
}

function cellLine(cell: CellSummary, metric: string | null): Priced[] {
  const text = measuredText(cell, metric);
  return text === null ? [] : pricedAs(cell, `${plain(cell.label)}: ${text}`);
}

function pricedAs(
  { usdPerHour, storageUsdPerHour }: Pick<CellSummary, 'usdPerHour' | 'storageUsdPerHour'>,
  text: string,
): Priced[] {
  const usd = storageUsdPerHour ?? usdPerHour;
  return usd === null || usd === 0 ? [] : [{ usd, storageOnly: storageUsdPerHour !== null, text }];
}

/** `31.5k ops/s read, 12.1k ops/s write`; null where no trial counts. */
function measuredText(cell: CellSummary, metric: string | null): string | null {
  if (metric === null) return null;
  const measures = primaryMeasures(cell.measures, metric).flatMap(({ statistics, unit, operation }) =>
    statistics === null ? [] : [`${formatValue(statistics.centre, unit)}${operation === null ? '' : ` ${operation}`}`],
  );
  return measures.length === 0 ? null : measures.join(', ');
}

/** `trials  22 VALID, 2 SUSPECT of 24`. */
export function trialLine({ verdicts, trials }: Summary): string {
  const found = VERDICTS.filter((verdict) => verdicts[verdict] > 0).map((verdict) => `${verdicts[verdict]} ${verdict}`);
  return `trials   ${found.join(', ')} of ${counted(trials.length, 'trial')}`;
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
    return wrapped(`${rig}  ${outcome.status} ${code}: ${plain(text).slice(0, CAUSE_MAX)}`, COLUMNS);
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
  const { usd, unknown } = spentOf(plan, summary?.outcomes ?? [], receipt?.verifiedAt ?? null);
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
export function plain(text: string): string {
  return text.replace(/\p{Cc}/gu, ' ');
}
