/** What parts of a spec share: a name is one metric in the whole of it, and a store that others own is there once. */
import texts from '../../messages.json';
import { metricsOfEntry } from '../../../shapes/metric';
import { adviceAt, errorAt, type Problem, type Path, say } from '../../../shapes/problem';
import type { Spec } from '../../../shapes/spec';
import { listed } from '../../../shapes/suggest';
import { type Kinds, targetOfCell, workloadOfCell } from '../../kinds';
import { groupBy } from '../../../shapes/group';
import { serverMetricsOf } from '../../../shapes/server-metrics';
import { POINTS_MIN, type Telemetry } from '../../../shapes/telemetry';
import type { ResolvedCell } from '../../design/cells';

/** Problems of metrics that workloads declare, and of rigs at once. */
export function checkShared(spec: Spec, kinds: Kinds): Problem[] {
  return [...checkMetrics(spec, kinds), ...checkStores(spec, kinds)];
}

/** Names that mean something else in another workload: neither tables nor answers could tell them apart. */
function checkMetrics({ workloads }: Pick<Spec, 'workloads'>, kinds: Kinds): Problem[] {
  const all = Object.entries(workloads).flatMap(([workload, entry]) => {
    const kind = kinds.workloadOf(entry.kind);
    return kind === undefined
      ? []
      : [{ workload, own: kind.declared !== undefined, metrics: metricsOfEntry(kind, entry) }];
  });
  return all.flatMap(({ workload, own, metrics }, index) => {
    if (!own) return [];
    // Of two that declare a name the later one is told.
    const others = all.filter((one, at) => at < index || (at > index && !one.own));
    return Object.entries(metrics).flatMap(([name, { unit, better, overHosts }]): Problem[] => {
      const other = others.find(({ metrics: its }) => Object.hasOwn(its, name));
      const meant = other?.metrics[name];
      if (other === undefined || meant === undefined) return [];
      if (meant.unit === unit && meant.better === better && meant.overHosts === overHosts) return [];
      const message = say(texts.metricMeansOther, {
        workload: other.workload,
        name,
        unit: meant.unit,
        better: meant.better,
        unit2: unit,
        better2: better,
      });
      return [errorAt('Contradiction', ['workloads', workload, 'metrics', name], message)];
    });
  });
}

/** Whether a spec wants several rigs at once on what they share. */
function checkStores({ targets, limits }: Spec, kinds: Kinds): Problem[] {
  const { parallelRigs = 1 } = limits;
  const foreign = Object.keys(targets).filter(
    (name) => kinds.targetOf(targets[name]?.kind ?? '')?.foreign !== undefined,
  );
  if (parallelRigs <= 1 || foreign.length === 0) return [];
  const message = say(texts.sharedStore, { parallelRigs, foreign: listed(foreign) });
  return [errorAt('SharedStore', ['limits', 'parallelRigs'], message)];
}

/** Each problem once, where the target is written. */
export function checkTelemetry(spec: Spec, cells: readonly ResolvedCell[], kinds: Kinds): Problem[] {
  const units = new Map<string, { readonly target: string; readonly unit: string }>();
  return [...groupBy(cells, ({ target }) => target)].flatMap(([target, its]) => {
    const [first] = its;
    if (first === undefined) return [];
    const kind = targetOfCell(spec, first, kinds);
    const asked = kind.telemetry?.(first.targetConfig) ?? null;
    const path: Path = ['targets', target, 'telemetry'];
    const clashes = [...(asked?.metrics ?? []), ...serverMetricsOf(kind.kind)].flatMap(({ name, unit }) => {
      const before = units.get(name) ?? { target, unit };
      units.set(name, before);
      return before.unit === unit ? [] : [clash(path, name, unit, before)];
    });
    return [...clashes, ...(asked === null ? [] : short(path, asked, secondsOf(spec, its, kinds)))];
  });
}

function clash(path: Path, name: string, unit: string, before: { readonly target: string; readonly unit: string }) {
  const message = say(texts.otherUnit, { name, unit, target: before.target, unit2: before.unit });
  return errorAt('Contradiction', path, message);
}

/** The longest that any of some cells measures; null where one of them ends with its work, when nobody knows. */
function secondsOf(spec: Spec, cells: readonly ResolvedCell[], kinds: Kinds): number | null {
  const times = cells.map((cell) => workloadOfCell(spec, cell, kinds).duration(cell.params));
  if (times.some(({ until }) => until === 'done')) return null;
  return Math.max(...times.map(({ measured }) => measured));
}

/** Said only where no trial at all is long enough for a metric. */
function short(path: Path, { stepSeconds, metrics }: Telemetry, seconds: number | null): Problem[] {
  if (seconds === null) return [];
  const needs = (reach: number): number => Math.max(stepSeconds, reach) + (POINTS_MIN - 1) * stepSeconds;
  const lacking = metrics.filter(({ reachSeconds }) => needs(reachSeconds) > seconds);
  if (lacking.length === 0) return [];
  const most = Math.max(...lacking.map(({ reachSeconds }) => needs(reachSeconds)));
  const names = lacking.map(({ name }) => name).join(', ');
  const message = say(texts.tooShortForServers, { seconds, names, pointsMin: POINTS_MIN, stepSeconds, most });
  return [adviceAt('TooShortForServers', path, message)];
}
