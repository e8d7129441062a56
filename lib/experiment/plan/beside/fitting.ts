/**
 * What of an experiment keeps its limits where all of it does not: fewer replicates, fewer blocks, or the cheapest
 * levels of one factor, each as much as fits, at the price that its own plan would have.
 */
import { groupBy } from '../../../shapes/group';
import type { Comparison } from '../../../shapes/plan';
import { Commands } from '../commands';
import { compared, type Whole } from '../comparison';

/** Each is planned anew: of larger experiments that would take longer than people wait for a refusal. */
const MOST_TRIALS = 1000;
/** Ways that are told, those with the most trials first. */
const TOLD = 3;

type Design = Whole['spec']['design'];

/** A smaller experiment. */
interface Less {
  readonly words: string;
  readonly cells: Whole['cells'];
  readonly design: Design;
}

interface Fitting extends Less {
  readonly usd: number;
  readonly seconds: number;
}

/** Plans it, and looks whether it keeps both limits. */
type Pricing = (less: Less) => Fitting & { readonly fits: boolean };

/**
 * A sentence that names them with price and length, or says what the smallest one costs where none fits. Empty for
 * large experiments.
 */
export function whatFits(whole: Whole, comparison: Comparison): string {
  const { cells, spec } = whole;
  const { design } = spec;
  if (trialsOf({ cells, design }) > MOST_TRIALS) return '';
  const priced = pricing(whole, comparison);
  const found = ways(cells, design, priced).flatMap((way) => largest(way, priced));
  if (found.length > 0) return told(found);
  // Both at once, and then the least that there is.
  const once = { ...design, replicates: 1, blocks: 1 };
  const fewer = design.replicates > 1 ? '`design.replicates: 1` and ' : '';
  const both = ways(cells, once, priced).flatMap((way) => largest(way, priced));
  if (both.length > 0) return told(both.map((one) => ({ ...one, words: `${fewer}${one.words}` })));
  const one = factorsOf(cells).reduce<Whole['cells']>(
    (left, factor) => [...without(left, factor), ...(byPrice(left, once, factor, priced)[0]?.[1] ?? [])],
    cells,
  );
  const { usd, seconds, fits } = priced({ words: '', cells: one.slice(0, 1), design: once });
  const least = `one trial of the cheapest cell alone would be ${usd.toFixed(2)} USD and ${hours(seconds)}`;
  return fits ? `Within both limits is little: ${least}` : `Nothing of it fits: ${least}`;
}

/** Ways to ask for less: each a list from a little less to the least. */
function ways(cells: Whole['cells'], design: Design, priced: Pricing): Less[][] {
  const count = (name: 'replicates' | 'blocks'): Less[] =>
    Array.from({ length: Math.max(0, countOf(design, name) - 1) }, (_, index) => {
      const fewer = countOf(design, name) - 1 - index;
      return { words: `\`design.${name}: ${fewer}\``, cells, design: { ...design, [name]: fewer } };
    });
  const levels = factorsOf(cells).map((factor) => cheapestLevels(cells, design, factor, priced));
  return [count('replicates'), count('blocks'), ...levels].filter((way) => way.length > 0);
}

function factorsOf(cells: Whole['cells']): string[] {
  return [...new Set(cells.flatMap(({ levels }) => Object.keys(levels)))];
}

function countOf(design: Design, name: 'replicates' | 'blocks'): number {
  return design[name];
}

/** Cells that a factor does not vary. */
function without(cells: Whole['cells'], factor: string): Whole['cells'] {
  return cells.filter(({ levels }) => levels[factor] === undefined);
}

/** Levels of a factor with their cells, the one whose plan alone is cheapest first; equal ones as they are written. */
function byPrice(cells: Whole['cells'], design: Design, factor: string, priced: Pricing): [string, Whole['cells']][] {
  const groups = [...groupBy(cells, ({ levels }) => levels[factor] ?? '')].filter(([level]) => level !== '');
  if (groups.length < 2) return groups;
  return groups
    .map(([level, its]) => ({ level, its, usd: priced({ words: '', cells: its, design }).usd }))
    .toSorted((one, other) => Math.round(100 * one.usd) - Math.round(100 * other.usd))
    .map(({ level, its }) => [level, its]);
}

/** The cheapest levels of a factor, as cells have them, with what it does not vary. */
function cheapestLevels(cells: Whole['cells'], design: Design, factor: string, priced: Pricing): Less[] {
  const groups = byPrice(cells, design, factor, priced);
  return Array.from({ length: Math.max(0, groups.length - 1) }, (_, index) => {
    const kept = groups.slice(0, groups.length - 1 - index);
    const names = kept.map(([level]) => level).join(', ');
    return {
      words: `${kept.length} of ${groups.length} levels of \`${factor}\` (${names})`,
      cells: [...without(cells, factor), ...kept.flatMap(([, its]) => its)],
      design,
    };
  });
}

/** The first that fits of a list in which each asks for less than the one before; one at most. */
function largest(way: readonly Less[], priced: Pricing): Fitting[] {
  let [least, most] = [0, way.length];
  let found: Fitting[] = [];
  while (least < most) {
    const middle = Math.floor((least + most) / 2);
    const one = way[middle];
    if (one === undefined) return found;
    const tried = priced(one);
    if (tried.fits) {
      found = [tried];
      most = middle;
    } else least = middle + 1;
  }
  return found;
}

function pricing(whole: Whole, comparison: Comparison): Pricing {
  const { maxUsd, maxHours } = whole.spec.limits;
  return (less) => {
    const spec = { ...whole.spec, design: less.design };
    const commands = new Commands(whole.keys, whole.timing);
    const searches = searchesIn(whole.searches, less.cells);
    const { usd, seconds } = compared({ ...whole, spec, searches, cells: less.cells }, comparison, commands).estimate;
    return { ...less, usd, seconds, fits: usd <= maxUsd && seconds <= maxHours * 3600 };
  };
}

/** Searches among the levels that are left. */
function searchesIn(searches: Whole['searches'], cells: Whole['cells']): Whole['searches'] {
  if (searches.length === 0) return searches;
  const left = new Set(cells.map(({ cellId }) => cellId));
  return searches
    .map((search) => ({ ...search, cells: search.cells.filter((cellId) => left.has(cellId)) }))
    .filter((search) => search.cells.length > 0);
}

function told(found: readonly Fitting[]): string {
  const texts = [...found]
    .sort((one, other) => trialsOf(other) - trialsOf(one))
    .slice(0, TOLD)
    .map(({ words, usd, seconds }) => `${words}: ${usd.toFixed(2)} USD, ${hours(seconds)}`);
  return `Within both limits would be ${texts.join('; or ')}`;
}

function hours(seconds: number): string {
  return `${(seconds / 3600).toFixed(2)} hours`;
}

function trialsOf({ cells, design }: Pick<Less, 'cells' | 'design'>): number {
  return cells.length * design.replicates * design.blocks;
}
