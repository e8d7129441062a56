/** The price ladder of a walk: every candidate by price, and whether it was left out, not needed, open, or chosen. */
import { formatUsdPerMonth } from '../../results/format';
import type { WalkStep } from '../../results/walk/results';
import { formatFigure, type MainMetric, nameAxis, type Point } from '../first-screen/points';
import { capitalize } from '../glossary';
import { type Html, html } from '../html';
import { type Axis, makeAxis } from './axis';
import { drawBand } from './labels';
import { drawDot, drawFigure, drawLine, drawPlot, drawText, drawXAxis, drawZone, HATCH_PATTERN } from './plot';

/** Height of a row, pixels: with a name on its left, or above its bar on narrow pages. */
const ROW = 30;
/** As many neighbours without a trial, or more, share a row. */
const FOLDED_MIN = 4;
/** Letters of name and result that share a line on narrow pages. */
const NARROW_MAX = 56;
/** From here on, the text of a left-out candidate is left of its dot, away from the threshold. */
const LEFT_FROM = 0.3;

/** A candidate, or neighbours of one kind without a trial. */
type Rung = readonly [WalkStep, ...WalkStep[]];

/**
 * Neighbours that were left out, and those that were not needed, as one rung if they are many. Above the last measured
 * one nothing was needed, whatever it provides.
 */
export function foldSteps(steps: readonly WalkStep[]): readonly Rung[] {
  const runs: [WalkStep, ...WalkStep[]][] = [];
  const end = steps.findLastIndex(isMeasured);
  for (const [at, step] of steps.entries()) {
    const last = runs.at(-1);
    const isSame = last?.[0].state === step.state && !isMeasured(step);
    if (last !== undefined && (isSame || at > end + 1)) last.push(step);
    else runs.push([step]);
  }
  return runs.flatMap((run): Rung[] => (run.length >= FOLDED_MIN ? [run] : run.map((step): Rung => [step])));
}

function isMeasured({ state }: WalkStep): boolean {
  return state !== 'pruned' && state !== 'waiting';
}

const WORDS: Readonly<Record<WalkStep['state'], string>> = {
  meets: '✓ meets',
  misses: '✗ misses',
  open: '? may meet',
  lost: 'no valid result',
  waiting: 'not needed',
  pruned: 'provides less',
};

interface LadderWords {
  /** Name of a cell. */
  readonly labelOf: (cell: string) => string;
  /** Only the assumed difference of instances keeps it open. */
  readonly isAssumed: (cell: string) => boolean;
  readonly isDecided: boolean;
}

/** @param points measured configurations */
export function drawLadder(
  steps: readonly WalkStep[],
  points: readonly Point[],
  metric: MainMetric,
  { labelOf, isAssumed, isDecided }: LadderWords,
): Html {
  const rungs = foldSteps(steps);
  const pointOf = new Map(points.map((point) => [point.cell, point]));
  const ends = points.flatMap(({ value, interval, lasting }) => [
    interval?.low ?? value,
    interval?.high ?? value,
    lasting ?? value,
  ]);
  const given = steps.flatMap(({ state, provisioned }) =>
    state === 'pruned' && provisioned !== null ? [provisioned] : [],
  );
  const { threshold, better, unit, words } = metric;
  const axis = makeAxis([...ends, ...given, ...(threshold === null ? [] : [threshold.value])], unit, 'log');
  const names = rungs.map((rung) => nameRung(rung, labelOf));
  const left = Math.max(96, ...names.map(({ length }) => Math.min(44, length) * 7.3 + 26));
  const [zone = html``, ...edge] =
    threshold === null ? [] : drawZone('x', axis.place(threshold.value), better, threshold.text);
  const place = { metric, axis, isAssumed, isDecided };
  const rows = rungs.map((rung, index) =>
    drawRung(rung, pointOf.get(rung[0].cell), names[index] ?? '', (index + 0.5) / rungs.length, place),
  );
  const parts = [
    HATCH_PATTERN,
    zone,
    drawXAxis(axis, `${capitalize(words)}${nameAxis(metric, axis.unit)}`),
    ...edge,
    ...rows,
  ];
  const label = rungs.map(([first], index) => `${names[index] ?? ''}: ${WORDS[first.state]}`).join('; ');
  const key = html`<span class="nb"><span class="key x"></span>Provisioned, not measured</span> · Bars: intervals`;
  return drawFigure(`${capitalize(words)} of the candidates, cheapest first`, key, [
    drawPlot(rungs.length * ROW + 10, label, parts, 'rows', `--left:${Math.round(left)}px;--rows:${rungs.length}`),
  ]);
}

function nameRung(rung: Rung, labelOf: (cell: string) => string): string {
  const [first] = rung;
  const last = rung.at(-1) ?? first;
  const price = formatUsdPerMonth(first.usdPerHour);
  if (rung.length === 1) return `${labelOf(first.cell)} ${price}`;
  return `${rung.length} from ${price} to ${formatUsdPerMonth(last.usdPerHour)}`;
}

function drawRung(
  rung: Rung,
  point: Point | undefined,
  name: string,
  y: number,
  {
    metric,
    axis,
    isAssumed,
    isDecided,
  }: Omit<LadderWords, 'labelOf'> & { readonly metric: MainMetric; readonly axis: Axis },
): Html {
  const isWaiting = rung.some((one) => one.state === 'waiting');
  const state = isWaiting ? 'waiting' : rung[0].state;
  const isChosen = point?.chosen === true;
  const bold = isChosen ? ' b' : '';
  const write = (text: string, kind: string, x: number, dx: number): Html => {
    const isShort = name.length + text.length <= NARROW_MAX;
    const above = html`${name}${isShort ? html`<tspan class="ax"> ${text}</tspan>` : ''}`;
    return html`${drawText(`h-l e${bold}`, 0, y, [-12, 5], name)}${drawBand(' n-l', y)}
${drawText(`n-l${bold}`, 0, y, [4, -15], above)}${drawText(`${kind}${isShort ? ' h-l' : ''}`, x, y, [dx, 5], text)}`;
  };
  if (point === undefined) {
    const most = Math.max(...rung.map((one) => one.provisioned ?? 0));
    const dot = state === 'pruned' && most > 0 ? drawDot('hx', axis.place(most), y) : '';
    const text =
      state === 'pruned' && most > 0
        ? `${WORDS.pruned}: ${formatFigure(metric, most)}`
        : state === 'waiting' && !isDecided
          ? 'not measured'
          : WORDS[state];
    const at = state === 'pruned' && most > 0 ? axis.place(most) : 0.02;
    const isLeft = at > LEFT_FROM;
    return html`${write(text, `${isLeft ? 'e ' : ''}halo ax`, at, isLeft ? -14 : 14)}${dot}`;
  }
  const { value, interval, look, lasting } = point;
  const { low, high } = interval ?? { low: value, high: value };
  const isRight = axis.place(high) > 0.5;
  const edge = axis.place(isRight ? Math.min(low, lasting ?? low) : Math.max(high, lasting ?? high));
  const bar = interval === null ? '' : drawLine(look, axis.place(low), y, axis.place(high), y);
  const lasts = lasting === null ? '' : `, ${formatFigure(metric, lasting)} lasts`;
  const why = isAssumed(rung[0].cell) ? ': instances differ' : '';
  const text = `${formatFigure(metric, value)}${lasts} ${WORDS[state]}${why}`;
  const least = lasting === null ? '' : drawDot('hx', axis.place(lasting), y);
  return html`${write(text, `${isRight ? 'e ' : ''}halo${bold}`, edge, isRight ? -16 : 16)}${bar}${least}
${drawDot(look, axis.place(value), y, isChosen)}`;
}
