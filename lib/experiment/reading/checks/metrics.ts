/** Metrics that a spec declares: one name is one metric in the whole of it. */
import { metricsOfEntry } from '../../../shapes/metric';
import { errorAt, type Problem } from '../../../shapes/problem';
import type { Spec } from '../../../shapes/spec';
import type { Kinds } from '../../kinds';

/** Names that mean something else in another workload: neither tables nor answers could tell them apart. */
export function checkMetrics({ workloads }: Pick<Spec, 'workloads'>, kinds: Kinds): Problem[] {
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
      const message =
        `\`${other.workload}\` measures \`${name}\` in ${meant.unit}, ${meant.better} is better, and this one means ` +
        `${unit}, ${better}: one name is one metric in a spec; take another name`;
      return [errorAt('Contradiction', ['workloads', workload, 'metrics', name], message)];
    });
  });
}
