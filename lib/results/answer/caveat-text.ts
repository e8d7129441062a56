/** Caveats of an answer in words. */
import { expected } from '../../shapes/errors';
import { isBeyond } from './caveats';
import type { Contender } from './contender';
import type { DecidedParts as Parts } from './answer';
import { counted, formatUsd, formatValue, threeDigits } from '../format';

/** Contenders that one note names; the rest is counted. */
const NAMED_MAX = 3;
const CAUSE = "burst credits or a server's cache";

/**
 * Sentences about what is provisioned for the winner, each with a blank before it; empty where it keeps within that.
 * @param name what the winner is called in them: its label, or `It` after a sentence about it
 */
export function provisionedText(parts: Parts, name: string): string {
  const { winner } = parts;
  if (winner === null || !isBeyond(winner)) return '';
  const measured = winner.provisioned === null ? 'was measured under' : 'measured';
  const lasting = `${CAUSE}; a load that lasts gets less.`;
  return ` ${name} ${measured} ${timesWords(winner)}: ${lasting}${mostText(parts, winner)}`;
}

/** `3.94 times the 150 MB/s provisioned`. */
function timesWords({ label, provisioned, ofProvisioned, unit }: Contender): string {
  const of = provisioned === null ? 'the load that is' : `the ${formatValue(provisioned, unit)}`;
  return `${threeDigits(expected(ofProvisioned, `what ${label} has measured of it`))} times ${of} provisioned`;
}

/** `it measured 150k ops/s, also by burst`: beside what is provisioned, which nobody measured. */
function measuredWords(one: Contender): string {
  return `it measured ${formatValue(one.value, one.unit)}${isBeyond(one) ? ', also by burst' : ''}`;
}

/** Where the most is wanted: who has more for good. */
function mostText({ ranking, prefer }: Parts, winner: Contender): string {
  if (prefer !== 'highest' || winner.provisioned === null) return '';
  const [most] = ranking
    .flatMap((one) => (one.provisioned === null ? [] : [{ one, provisioned: one.provisioned }]))
    .toSorted((a, b) => b.provisioned - a.provisioned);
  if (most === undefined || !(most.provisioned > winner.provisioned)) return '';
  const { one, provisioned } = most;
  return ` Most is provisioned for ${one.label}: ${formatValue(provisioned, one.unit)} (${measuredWords(one)}).`;
}

/** ` at $1.10 an hour (storage $0.24)`; empty where nothing is to pay. */
export function priceWords({ usdPerHour, storageUsdPerHour }: Contender): string {
  if (usdPerHour === null || usdPerHour === 0) return '';
  const part = storageUsdPerHour === null ? '' : ` (storage ${formatUsd(storageUsdPerHour)})`;
  return ` at ${formatUsd(usdPerHour)} an hour${part}`;
}

/** ` at $1.10 an hour (storage $0.24, hosts $0.86)`. */
export function wholePriceWords(contender: Contender): string {
  const { usdPerHour, storageUsdPerHour } = contender;
  if (usdPerHour === null || storageUsdPerHour === null) return priceWords(contender);
  return priceWords(contender).replace(/\)$/, `, hosts ${formatUsd(usdPerHour - storageUsdPerHour)})`);
}

/** Notes on what does not last; on others that measured too much, where the text does not say it of the winner. */
export function caveatNotes(parts: Parts): readonly string[] {
  const { winner } = parts;
  return [...cellNotes(parts), ...(winner !== null && isBeyond(winner) ? [] : aboveNotes(parts))];
}

/** Who else measured above what is provisioned; none where nobody did. */
export function aboveNotes({ ranking, winner }: Parts): readonly string[] {
  const beyond = ranking.filter((one) => one !== winner && isBeyond(one));
  const list = beyond.slice(0, NAMED_MAX).map(({ label, provisioned, ofProvisioned, unit }) => {
    const of = provisioned === null ? 'its load' : formatValue(provisioned, unit);
    return `${label} ${threeDigits(expected(ofProvisioned, `what ${label} has measured of it`))} times ${of}`;
  });
  const more = beyond.length > NAMED_MAX ? `; ${beyond.length - NAMED_MAX} more` : '';
  const also = winner !== null && isBeyond(winner) ? 'Also measured' : 'Measured';
  return beyond.length === 0 ? [] : [`${also} above what is provisioned: ${list.join('; ')}${more}.`];
}

/** What limited trials beside the storage, and what figures do not promise: one sentence for each kind. */
function cellNotes({ caveats, ranking }: Parts): readonly string[] {
  const label = (cell: string): string => ranking.find((one) => one.cell === cell)?.label ?? cell;
  const bounds = caveats.filter((one) => one.code === 'LowerBound');
  const list = bounds.map(({ cell, bound, trials }) => {
    const codes = bound.map(({ code, trials: own }) =>
      own === null ? code : `${code} in ${own} of ${counted(trials, 'trial')}`,
    );
    return `${label(cell)} (${codes.join(', ')})`;
  });
  const promised = caveats.filter((one) => one.code === 'NotPromised');
  return [
    ...(list.length === 0
      ? []
      : [`The hosts, not the storage, limited ${some(list)}: what was measured there is the least that it gives.`]),
    ...promised.map(({ cells, text }) => {
      const whose = cells.length === ranking.length && cells.length > 1 ? 'All of them' : some(cells.map(label));
      return `${whose}: ${text}.`;
    }),
  ];
}

function some(names: readonly string[]): string {
  const more = names.length > NAMED_MAX ? [`${names.length - NAMED_MAX} more`] : [];
  return [...names.slice(0, NAMED_MAX), ...more].join('; ');
}
