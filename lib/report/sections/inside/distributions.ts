/** How latency is distributed: two humps (a cache and the disks), or a throttled tail, which no percentile shows. */
import { formatValue } from '../../../results/format';
import { nameDistribution } from '../../../results/measures';
import type { CellSummary } from '../../../results/summary';
import { BINS_A_DECADE, beginOf, type DistributionLine } from '../../../shapes/distribution';
import { groupBy } from '../../../shapes/group';
import { type Scale, scaleFor } from '../../charts/axes';
import { drawDistribution, type Shares } from '../../charts/distribution';
import { panelsOf } from '../../facets';
import { type Html, html } from '../../html';
import { cellInk, legend, type Page, placeWords } from '../../page/context';
import { behind, notDrawn, numbers, panelFigure, words } from '../../table';
import { PANELS_MAX } from '../curves';

/** Of fewer operations a bin holds one or two by chance. */
const OPERATIONS_MIN = 100;

interface Line extends Shares {
  readonly cell: CellSummary;
  readonly operation: string | null;
  readonly trials: number;
  readonly operations: number;
}

interface Multiple {
  readonly title: string;
  readonly lines: readonly Line[];
}

/** The section; none where no trial that counts left a distribution. */
export function distributionsSection(page: Page, distributions: readonly DistributionLine[]): Html {
  const figures = [...groupBy(distributions, ({ of }) => of)].flatMap(([of, own]) => figure(page, of, own) ?? []);
  if (figures.length === 0) return html``;
  return html`<section id="distributions"><h2>Distributions</h2>${figures}</section>`;
}

function figure(page: Page, of: string, own: readonly DistributionLine[]): Html | null {
  const all = multiplesOf(
    page,
    of,
    groupBy(own, ({ trial }) => trial),
  );
  const lines = all.flatMap((one) => one.lines);
  const name = nameDistribution(page.summary.metrics, of);
  const [unit] = own.map((one) => one.unit);
  if (lines.length === 0 || unit === undefined) return null;
  const enough = ({ operations }: Line): boolean => operations >= OPERATIONS_MIN;
  const few = lines.filter((line) => !enough(line)).length;
  const multiples = all
    .map((one) => ({ ...one, lines: one.lines.filter(enough) }))
    .filter((one) => one.lines.length > 0);
  const ends = multiples.flatMap((one) =>
    one.lines.flatMap(({ first, shares }) => [beginOf(first), beginOf(first + shares.length)]),
  );
  const scale = wholeDecades(ends, scaleFor([Math.max(...ends), Math.max(...ends) / 1000], unit, true));
  const drawn = multiples.slice(0, PANELS_MAX);
  const size =
    drawn.length === 1 ? { width: 960, height: 260 } : { width: drawn.length === 2 ? 470 : 320, height: 210 };
  const pictures = drawn.map(({ title, lines: shown }) => {
    const label = `share of operations by ${name}${title === '' ? '' : `, ${title}`}; numbers in the table below`;
    const plain = shown.map(({ ink, first, shares }) => ({ ink, first, shares }));
    return panelFigure(title, drawDistribution(plain, scale, size, label));
  });
  const modelled = own.some(({ simulated }) => simulated) ? ' Modelled, not measured.' : '';
  const left =
    few === 0 ? '' : ` Not drawn: ${few} with fewer than ${OPERATIONS_MIN} operations, which the table names.`;
  return html`<p class="note">Share of operations (%, logarithmic from 0.01 %; less lies on the axis) by
${name} (${scale.unit}, logarithmic), in ${BINS_A_DECADE} bins a decade.
Histograms are merged over all hosts of a ${page.words.say('trial')}, then pooled over the
trials that count, each with the same weight; percentiles are never averaged.${modelled}${left}</p>
${legend(page.colour, page.colour?.levels ?? [])}
<div class="panels ${drawn.length < 2 ? 'one' : drawn.length === 2 ? 'two' : 'many'}">${pictures}</div>
${notDrawn(multiples.length - drawn.length)}${numbersOf(lines, unit)}`;
}

function multiplesOf(
  page: Page,
  of: string,
  byTrial: ReadonlyMap<string, readonly DistributionLine[]>,
): readonly Multiple[] {
  const others = page.factors.filter((factor) => factor !== page.colour);
  return panelsOf({ panels: others }, page.summary.cells).flatMap((panel): readonly Multiple[] => {
    const lines = panel.cells.flatMap((cell) => linesOf(page, of, cell, byTrial));
    const place = placeWords(page, panel.levels, Object.keys(panel.levels));
    const operations = groupBy(lines, ({ operation }) => operation);
    return [...operations].map(([operation, own]) => ({
      title: [place, operations.size > 1 ? (operation ?? '') : ''].filter((part) => part !== '').join(', '),
      lines: own,
    }));
  });
}

/** One for each operation of a cell, over the trials of which a percentile of it counts. */
function linesOf(
  page: Page,
  of: string,
  cell: CellSummary,
  byTrial: ReadonlyMap<string, readonly DistributionLine[]>,
): readonly Line[] {
  const { metrics, trials } = page.summary;
  const measures = cell.measures.filter(({ metric }) => metrics[metric]?.percentile?.of === of);
  const counts = new Set(
    measures.flatMap(({ operation, values }) =>
      values.flatMap(({ trial, counted }) => (counted ? [JSON.stringify([trial, operation])] : [])),
    ),
  );
  const own = trials
    .filter((trial) => trial.cell === cell.cellId)
    .flatMap(({ trial, attempt }) =>
      (byTrial.get(trial) ?? []).filter(
        (one) =>
          one.attempt === attempt &&
          counts.has(JSON.stringify([trial, one.operation])) &&
          one.counts.some((n) => n > 0),
      ),
    );
  return [...groupBy(own, ({ operation }) => operation)].map(([operation, pooled]) => ({
    cell,
    operation,
    ink: cellInk(page, cell.cellId),
    trials: pooled.length,
    operations: pooled.reduce((sum, one) => sum + sumOf(one.counts), 0),
    ...pool(pooled),
  }));
}

/** Mean of the shares of trials: a fast trial has more operations than a slow one, and does not count for more. */
export function pool(trials: readonly Pick<DistributionLine, 'first' | 'counts'>[]): Pick<Shares, 'first' | 'shares'> {
  const first = Math.min(...trials.map((one) => one.first));
  const end = Math.max(...trials.map((one) => one.first + one.counts.length));
  const shares = Array.from({ length: end - first }, () => 0);
  for (const { first: begin, counts } of trials) {
    const whole = sumOf(counts) * trials.length;
    for (const [index, count] of counts.entries()) {
      const at = begin - first + index;
      shares[at] = (shares[at] ?? 0) + count / whole;
    }
  }
  return { first, shares };
}

function sumOf(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0);
}

/** The unit as other pictures of latency choose it, from decade to decade. */
function wholeDecades(ends: readonly number[], { factor, unit }: Scale): Scale {
  const power = (value: number, round: (exponent: number) => number): number =>
    10 ** round(Number(Math.log10(value / factor).toFixed(6)));
  return {
    factor,
    unit,
    log: true,
    min: power(Math.min(...ends), Math.floor),
    max: power(Math.max(...ends), Math.ceil),
  };
}

function numbersOf(lines: readonly Line[], unit: DistributionLine['unit']): Html {
  const rows = lines.map(({ cell, operation, trials, operations, first, shares }) => {
    const fastest = first + shares.findIndex((share) => share > 0);
    const slowest = first + shares.findLastIndex((share) => share > 0) + 1;
    const most = shares.reduce((best, share, index) => (share > (shares[best] ?? 0) ? index : best), 0);
    const peak = `${formatValue(beginOf(first + most), unit)} to ${formatValue(beginOf(first + most + 1), unit)}`;
    const share = formatValue((shares[most] ?? 0) * 100, '%');
    const ends = [formatValue(beginOf(fastest), unit), peak, share, formatValue(beginOf(slowest), unit)];
    return [cell.label, operation ?? '', trials, operations, ...ends];
  });
  const named = ['trials', 'operations', 'from', 'fullest bin', 'its share', 'up to'];
  return behind([words('configuration'), words('operation'), ...named.map(numbers)], rows);
}
