/** `alarms` of a spec: thresholds of what the servers of file systems tell. */
import { errorAt, type Problem } from '../../shapes/problem';
import { parseQuantity, QuantityError } from '../../shapes/quantity';
import type { Spec } from '../../shapes/spec';
import type { ServerMetric } from '../../shapes/telemetry';
import { alarmMetrics, whyNoAlarm } from '../../targets/alarms';
import type { Target } from '../../targets/contract';
import type { Kinds } from '../kinds';
import { allowedNames } from '../../shapes/suggest';

/** Thresholds by metric, in the base unit of each, and what is wrong with those that are left out. */
export interface ReadAlarms {
  readonly thresholds: Readonly<Record<string, number>>;
  readonly problems: readonly Problem[];
}

/** Reads them against the metrics that the targets of the spec have. */
export function readAlarms({ alarms = {}, targets }: Pick<Spec, 'alarms' | 'targets'>, kinds: Kinds): ReadAlarms {
  const metrics = metricsOf(targets, kinds);
  const thresholds: Record<string, number> = {};
  const problems: Problem[] = [];
  for (const [name, value] of Object.entries(alarms)) {
    const path = ['alarms', name];
    const metric = metrics.get(name);
    if (metric === undefined) {
      const [why] = targetsOf(targets, kinds).flatMap((target) => whyNoAlarm(target, name) ?? []);
      const message = why === undefined ? unknown(name, [...metrics.keys()]) : `\`${name}\` has no alarm: ${why}`;
      problems.push(errorAt('UnknownMetric', path, message));
    } else
      try {
        const threshold = parseQuantity(metric.unit, value);
        if (metric.unit === '%' && threshold > 100)
          problems.push(errorAt('BadValue', path, `found ${threshold} %; it is a share of 100 % at most`));
        else thresholds[name] = threshold;
      } catch (error) {
        if (!(error instanceof QuantityError)) throw error;
        problems.push(errorAt('BadValue', path, error.message));
      }
  }
  return { thresholds, problems };
}

function metricsOf(targets: Spec['targets'], kinds: Kinds): ReadonlyMap<string, ServerMetric> {
  const all = targetsOf(targets, kinds).flatMap((target) => alarmMetrics(target));
  return new Map(all.map((metric) => [metric.name, metric]));
}

function targetsOf(targets: Spec['targets'], kinds: Kinds): readonly Target[] {
  return Object.values(targets).flatMap(({ kind }) => kinds.targetOf(kind) ?? []);
}

function unknown(name: string, names: readonly string[]): string {
  const why = `no target of this spec has servers that tell CloudWatch \`${name}\``;
  return names.length === 0
    ? `${why}: alarms are on file systems of FSx and EFS that fsxbench makes; leave \`alarms\` out`
    : `${why}; ${allowedNames(name, names)}`;
}
