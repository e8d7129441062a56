/** What servers are asked: that one name means one thing, and that trials are long enough to hold answers. */
import { groupBy } from '../../../shapes/group';
import { errorAt, type Path, type Problem } from '../../../shapes/problem';
import { serverMetricsOf } from '../../../shapes/server-metrics';
import type { Spec } from '../../../shapes/spec';
import { POINTS_MIN, type Telemetry } from '../../../shapes/telemetry';
import type { ResolvedCell } from '../../design/cells';
import { type Kinds, targetOfCell, workloadOfCell } from '../../kinds';

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
  const message =
    `found ${name} in ${unit}; of \`${before.target}\` it is in ${before.unit}, and one name is one column of ` +
    'results: call it otherwise, or ask for it in that unit';
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
  const message =
    `trials measure ${seconds} s at most, and ${names} will not be known of them: ` +
    `${POINTS_MIN} whole steps of ${stepSeconds} s, with what queries look back, take ${most} s. Measure longer, set ` +
    '`step` lower, or shorten the ranges of the queries';
  return [{ severity: 'advice', code: 'TooShortForServers', path, message }];
}
