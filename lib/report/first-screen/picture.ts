/** Chooses the one picture of the first screen. */
import { formatUsdPerMonth } from '../../results/format';
import type { WalkResult } from '../../results/walk/results';
import { drawDifference, expectDifference } from '../pictures/difference';
import { drawExcluded } from '../pictures/exclusions';
import { describeLimits, drawMap, findKnee, listMaps, shareFieldScale } from '../pictures/heat';
import { drawFigure } from '../pictures/plot';
import { drawLadder } from '../pictures/ladder';
import { drawPricePlot } from '../pictures/price';
import { drawRows } from '../pictures/rows';
import { drawTrials } from '../pictures/trials';
import { capitalize } from '../glossary';
import { type Html, html } from '../html';
import type { Page } from '../page/context';
import { findOpenPair, isUndecided } from './outcome-mark';
import { isExcluded, type MainMetric, nameAxis, nameScope, pickPriceScope, type Point } from './points';

const HEAT_HEIGHT = 378;

/** @param metric null if nothing was measured */
export function choosePicture(page: Page, metric: MainMetric | null, points: readonly Point[]): Html {
  const { summary } = page;
  if (metric === null) return html``;
  const [first] = points;
  const competing = points.filter((point) => point.eligible && !isExcluded(point));
  const excluded = points.filter(isExcluded);
  if (first === undefined || competing.length === 0) return drawExcluded(summary, metric, excluded);
  if (summary.walk !== undefined) return drawWalk(page, summary.walk, competing, metric);
  const open = findOpenPair(summary, points);
  if (open !== null) return drawDifference(open.pair, open.found, expectDifference(summary.answer, open.found), metric);
  const priced = competing.filter(({ usdPerHour }) => usdPerHour !== null && usdPerHour > 0);
  const prices = new Set(priced.map(({ usdPerHour }) => formatUsdPerMonth(usdPerHour ?? 0)));
  const timed = metric.unit === 'us' || metric.unit === 's';
  const complete = priced.length === competing.length;
  if (metric.threshold !== null && !timed && complete && prices.size > 1)
    return drawPricePlot(competing, metric, pickPriceScope(summary));
  if (competing.length === 1 && points.length === 1) return drawTrials(first, metric);
  const map = drawGrid(page, metric, competing);
  if (map !== null) return map;
  const byPrice = complete && prices.size > 1;
  const order = byPrice ? 'cheapest first' : summary.decide === null ? 'as configured' : 'best first';
  const sorted = byPrice ? competing.toSorted((a, b) => (a.usdPerHour ?? 0) - (b.usdPerHour ?? 0)) : competing;
  return drawRows([...sorted, ...excluded, ...listForReference(summary, points)], metric, order, nameScope(summary));
}

function drawWalk(page: Page, { steps, end }: WalkResult, points: readonly Point[], metric: MainMetric): Html {
  const isDecided = end === 'meets' || end === 'safe-choice';
  const { ranking } = page.summary.answer;
  const isAssumed = (cell: string): boolean => ranking.find((one) => one.cell === cell)?.reason === 'assumed';
  const labelOf = (cell: string): string => page.cellById.get(cell)?.label ?? cell;
  return drawLadder(steps, points, metric, { labelOf, isAssumed, isDecided });
}

/** Other targets outside the question, as a reference. Excludes other workloads, which are not comparable. */
function listForReference({ decide }: Page['summary'], points: readonly Point[]): readonly Point[] {
  const named = Object.keys(decide?.where ?? {}).every((factor) => factor === 'target' || factor === 'stage');
  return named ? points.filter(({ eligible }) => !eligible) : [];
}

/** The heat map with the chosen configuration; null if the question covers only a part of the map. */
function drawGrid(page: Page, metric: MainMetric, competing: readonly Point[]): Html | null {
  const maps = listMaps(page, metric);
  const chosen = competing.find((point) => point.chosen)?.cell ?? null;
  const map = maps.find(({ fields }) => fields.flat().some((field) => field?.cell === chosen)) ?? maps[0];
  if (map === undefined) return null;
  const cells = new Set(map.fields.flat().flatMap((field) => field?.cell ?? []));
  if (competing.filter(({ cell }) => cells.has(cell)).length < cells.size) return null;
  const factors = `${map.columns.name} and ${map.rows.name}`;
  const title = `${capitalize(metric.words)}${nameAxis(metric, shareFieldScale(map).unit)} by ${factors}`;
  const more = maps.length > 1 ? ` ${maps.length - 1} more below.` : '';
  const knee = metric.better === 'higher' ? findKnee(map, chosen) : null;
  const kneeKey = knee === null ? '' : ' ◆ Knee: lowest mean latency within 5% of the highest.';
  const key = `${map.title === '' ? '' : `${map.title}. `}Darker: higher.${describeLimits(map)}${kneeKey}${more}`;
  const most = isUndecided(page.summary.answer) ? 'leads' : metric.better === 'higher' ? 'highest' : 'lowest';
  const marks = [
    ...(knee === null ? [] : [[knee, '◆ knee'] as const]),
    ...(chosen === null ? [] : [[chosen, `★ ${most}`] as const]),
  ];
  return drawFigure(title, key, [drawMap(map, maps, new Map(marks), HEAT_HEIGHT / map.fields.length)]);
}
