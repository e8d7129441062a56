/**
 * The difference of two configurations, on logarithms. Units are independent repeats: rounds of a single block, or
 * blocks. The model removes units if they differ by more than chance, and the place within a unit if degrees of freedom
 * remain: least squares of y = configuration + unit + slope · place. For two configurations this is the paired t-test
 * with units, else Welch's test. Measured error rates: see `docs/statistics.md`.
 */
import { getOrMake } from '../../shapes/collections';
import { computeStdDev, computeMean } from './moments';
import { normalZ, studentT } from './quantiles';

/** Value of a configuration in one unit. */
export interface UnitValue {
  /** Natural logarithm, negated for times, so that higher is better. For blocks, the mean over trials. */
  readonly log: number;
  /** Place within the unit, from 0; for blocks, the mean place. */
  readonly place: number;
}

/** By configuration and unit; null without counted values. All rows have the same length. */
export type UnitTable = readonly (readonly (UnitValue | null)[])[];

/** Assumed variances of a difference, for spreads that were not measured. */
export interface AssumedVariance {
  /** Of both target instances; 0 for a single instance, or if blocks measure the spread. */
  readonly instance: number;
  /** Of two hours; used without common units, or if the same configuration comes first in every unit. */
  readonly hour: number;
}

export interface Difference {
  /** Difference of logarithms; positive if the first configuration is better. */
  readonly d: number;
  /** Measured standard error, and its degrees of freedom. */
  readonly error: number;
  readonly freedom: number;
  /** Number of common units; may be 0. */
  readonly common: number;
  readonly assumed: AssumedVariance;
}

/** Minimum number of units; fewer do not show the spread. */
export const UNITS_MIN = 3;
/** The model includes the place only if at least this many degrees of freedom remain. */
const FREEDOM_MIN = 4;
/** Maximum degrees of freedom that other configurations add to the spread of one; fitted to simulations. */
const LENT_MAX = 0.5;

/**
 * Difference of the rows a and b of the table. Other rows that are complete in their units help to estimate the units.
 * @returns null for one or two common units; without common units, for fewer than three of either
 */
export function estimateDifference(
  table: UnitTable,
  a: number,
  b: number,
  assumed: AssumedVariance,
): Difference | null {
  const { units, rowInFit, fit } = fitCommonUnits(table, a, b);
  const [own, other] = [table[a] ?? [], table[b] ?? []];
  const n = units.length;
  if (n === 0) return compareUnpaired(own, other, assumed);
  const [i, j] = [rowInFit.get(a), rowInFit.get(b)];
  if (fit === null || i === undefined || j === undefined) return null;
  const k = rowInFit.size;
  const lent = (LENT_MAX * (k - 2)) / k;
  const freedom = fit.freedom / k + lent;
  const variance = fit.rss / fit.freedom;
  const [va, vb] = [fit.squares[i] ?? 0, fit.squares[j] ?? 0].map((own) => (own + lent * variance) / freedom);
  const [sa, sb] = [va ?? 0, vb ?? 0];
  const tilt = fit.sxx > 0 ? (((fit.places[i] ?? 0) - (fit.places[j] ?? 0)) ** 2 / fit.sxx) * variance : 0;
  const before = units.map((unit) => (other[unit]?.place ?? 0) - (own[unit]?.place ?? 0));
  const ordered = before.every((by) => by >= 1) || before.every((by) => by <= -1);
  return {
    d: (fit.means[i] ?? 0) - (fit.means[j] ?? 0),
    error: Math.sqrt((sa + sb) / n + tilt),
    freedom: Math.max(1, sa + sb === 0 ? fit.freedom : (freedom * (sa + sb) ** 2) / (sa ** 2 + sb ** 2)),
    common: n,
    assumed: ordered ? assumed : { ...assumed, hour: 0 },
  };
}

interface CommonUnits {
  /** Units in which both configurations have a value. */
  readonly units: readonly number[];
  /** Rows of the table that are complete in these units, with their index in the fit. */
  readonly rowInFit: ReadonlyMap<number, number>;
  /** Null if there are fewer than three units. */
  readonly fit: ModelFit | null;
}

/** Cache: pairs with the same units share a fit. If not, effort would grow with the square of the number of rows. */
const fitsByTable = new WeakMap<UnitTable, Map<string, CommonUnits>>();

function fitCommonUnits(table: UnitTable, a: number, b: number): CommonUnits {
  const units = [...(table[a] ?? []).keys()].filter((unit) => table[a]?.[unit] && table[b]?.[unit]);
  const fits = fitsByTable.get(table) ?? new Map<string, CommonUnits>();
  fitsByTable.set(table, fits);
  return getOrMake(fits, units.join(' '), () => fitUnits(table, units));
}

function fitUnits(table: UnitTable, units: readonly number[]): CommonUnits {
  if (units.length < UNITS_MIN) return { units, rowInFit: new Map(), fit: null };
  const rows = [...table.keys()].filter((row) => units.every((unit) => table[row]?.[unit]));
  const values = rows.map((row) => units.flatMap((unit) => table[row]?.[unit] ?? []));
  const fit = fitModel(
    values.map((row) => row.map(({ log }) => log)),
    values.map((row) => row.map(({ place }) => place)),
  );
  return { units, rowInFit: new Map(rows.map((row, nth) => [row, nth])), fit };
}

/** For configurations measured at different times: Welch's test, plus the assumed spread between hours. */
function compareUnpaired(a: UnitTable[number], b: UnitTable[number], assumed: AssumedVariance): Difference | null {
  const sides = [a, b].map((row) => row.flatMap((value) => (value === null ? [] : [value.log])));
  const [own = [], other = []] = sides;
  if (Math.min(own.length, other.length) < UNITS_MIN) return null;
  const [va = 0, vb = 0] = [own, other].map((logs) => (computeStdDev(logs) ?? 0) ** 2 / logs.length);
  return {
    d: computeMean(own) - computeMean(other),
    error: Math.sqrt(va + vb),
    freedom: va + vb === 0 ? 1 : (va + vb) ** 2 / (va ** 2 / (own.length - 1) + vb ** 2 / (other.length - 1)),
    common: 0,
    assumed,
  };
}

/** Half-width of an interval for this error per side: Student's t for measured, normal z for assumed errors. */
export function computeHalfWidth({ error, freedom, assumed }: Difference, side: number): number {
  const variance = assumed.instance + assumed.hour;
  const measured = studentT(1 - side, freedom) * error;
  return variance === 0 ? measured : Math.hypot(measured, normalZ(1 - side) * Math.sqrt(variance));
}

interface ModelFit {
  /** Means by row, adjusted to place 0. */
  readonly means: readonly number[];
  /** Sums of squared residuals, by row and in total. */
  readonly squares: readonly number[];
  readonly rss: number;
  readonly freedom: number;
  /** Mean place by row, and sum of squares; 0 if the model has no place. */
  readonly places: readonly number[];
  readonly sxx: number;
}

type Matrix = readonly (readonly number[])[];

/** Includes units in the model if their variance component is positive. */
function fitModel(y: Matrix, x: Matrix): ModelFit {
  const [k, n] = [y.length, y[0]?.length ?? 0];
  const place = (n - 1) * (k - 1) - 1 >= FREEDOM_MIN;
  const [without, withUnits] = [fitRows(y, x, false, place), fitRows(y, x, true, place)];
  const ofUnits = (without.rss - withUnits.rss) / (n - 1);
  return ofUnits <= withUnits.rss / withUnits.freedom ? without : withUnits;
}

function fitRows(y: Matrix, x: Matrix, units: boolean, place: boolean): ModelFit {
  const [k, n] = [y.length, y[0]?.length ?? 0];
  const [ry, rx] = [subtractMeans(y, units), subtractMeans(x, units)];
  const found = place ? sumSquares(rx) : 0;
  const sxx = found > 1e-9 ? found : 0;
  const products = ry.flatMap((row, r) => row.map((value, u) => value * (rx[r]?.[u] ?? 0)));
  const slope = sxx > 0 ? products.reduce((sum, one) => sum + one, 0) / sxx : 0;
  const residuals = ry.map((row, r) => row.map((value, u) => value - slope * (rx[r]?.[u] ?? 0)));
  const places = x.map(computeMean);
  return {
    means: y.map((row, r) => computeMean(row) - slope * (places[r] ?? 0)),
    squares: residuals.map((row) => sumSquares([row])),
    rss: sumSquares(residuals),
    freedom: (n - 1) * (units ? k - 1 : k) - (sxx > 0 ? 1 : 0),
    places,
    sxx,
  };
}

/** Subtracts the row mean and the unit mean. */
function subtractMeans(z: Matrix, units: boolean): Matrix {
  const means = z.map(computeMean);
  const all = computeMean(means);
  const ofUnits = (z[0] ?? []).map((_, u) => (units ? computeMean(z.map((row) => row[u] ?? 0)) - all : 0));
  return z.map((row, r) => row.map((value, u) => value - (means[r] ?? 0) - (ofUnits[u] ?? 0)));
}

function sumSquares(z: Matrix): number {
  return z.reduce((sum, row) => sum + row.reduce((own, value) => own + value ** 2, 0), 0);
}
