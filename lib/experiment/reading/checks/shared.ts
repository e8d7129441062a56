/** What parts of a spec share: a name is one metric in the whole of it, and a store that others own is there once. */
import { metricsOfEntry } from '../../../shapes/metric';
import { errorAt, type Problem } from '../../../shapes/problem';
import type { Spec } from '../../../shapes/spec';
import { listed } from '../../../shapes/suggest';
import type { Kinds } from '../../kinds';

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
      const message =
        `\`${other.workload}\` measures \`${name}\` in ${meant.unit}, ${meant.better} is better, and this one means ` +
        `${unit}, ${better}: one name is one metric in a spec; take another name`;
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
  const message =
    `found ${parallelRigs}; rigs at once would measure each other on ${listed(foreign)}, which is there once: ` +
    'write 1, or leave it out';
  return [errorAt('SharedStore', ['limits', 'parallelRigs'], message)];
}
