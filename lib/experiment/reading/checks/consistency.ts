/** Rules across parts of a spec: each metric name has one meaning, and parallel rigs share no external storage. */
import rules from '../../rules.json';
import { resolveMetrics } from '../../../shapes/metric';
import { problemIf, type Problem, type Path } from '../../../shapes/problem';
import type { Spec } from '../../../shapes/spec';
import type { Kinds } from '../../kinds';
import { groupBy } from '../../../shapes/collections';
import { listServerMetrics } from '../../../shapes/server-metrics';
import { MIN_POINTS, type Telemetry } from '../../../shapes/telemetry';
import type { ResolvedCell } from '../../design/cells';

/** Problems of declared metrics, and of parallel rigs on shared stores. */
export function checkConsistency({ workloads, targets, limits }: Spec, kinds: Kinds): Problem[] {
  const { parallelRigs = 1 } = limits;
  const foreign = Object.keys(targets).filter(
    (name) => kinds.targetOf(targets[name]?.kind ?? '')?.external !== undefined,
  );
  const several = parallelRigs > 1 && foreign.length > 0;
  return [
    ...checkMetrics(workloads, kinds),
    ...problemIf(several, rules.sharedStore, ['limits', 'parallelRigs'], { parallelRigs, foreign }),
  ];
}

/** Problems of metric names with different meanings in two workloads, because tables and answers use only the name. */
function checkMetrics(workloads: Spec['workloads'], kinds: Kinds): Problem[] {
  const all = Object.entries(workloads).flatMap(([workload, entry]) => {
    const kind = kinds.workloadOf(entry.kind);
    const own = kind?.declared !== undefined;
    return kind === undefined ? [] : [{ workload, own, metrics: resolveMetrics(kind, entry) }];
  });
  return all.flatMap(({ workload, own, metrics }, index) => {
    if (!own) return [];
    // Of two workloads that declare a name, the later one is reported.
    const others = all.filter((one, at) => at < index || (at > index && !one.own));
    return Object.entries(metrics).flatMap(([name, { unit, better, overHosts }]): Problem[] => {
      const other = others.find(({ metrics: its }) => Object.hasOwn(its, name));
      const meant = other?.metrics[name];
      if (other === undefined || meant === undefined) return [];
      const isSame = meant.unit === unit && meant.better === better && meant.overHosts === overHosts;
      const facts = { workload: other.workload, name, unit: meant.unit, better: meant.better };
      const path = ['workloads', workload, 'metrics', name];
      return problemIf(!isSame, rules.metricMeansOther, path, { ...facts, unit2: unit, better2: better });
    });
  });
}

export function checkTelemetry(cells: readonly ResolvedCell[]): Problem[] {
  const units = new Map<string, { readonly target: string; readonly unit: string }>();
  return [...groupBy(cells, ({ target }) => target)].flatMap(([target, its]) => {
    const [first] = its;
    if (first === undefined) return [];
    const { targetKind: kind } = first;
    const telemetry = kind.performance.telemetry?.(first.targetConfig) ?? null;
    const path: Path = ['targets', target, 'telemetry'];
    const clashes = [...(telemetry?.metrics ?? []), ...listServerMetrics(kind.kind)].flatMap(({ name, unit }) => {
      const before = units.get(name) ?? { target, unit };
      units.set(name, before);
      const facts = { name, unit, target: before.target, unit2: before.unit };
      return problemIf(before.unit !== unit, rules.otherUnit, path, facts);
    });
    return [...clashes, ...(telemetry === null ? [] : checkTrialLength(path, telemetry, its))];
  });
}

/** Problems of secrets with two purposes: a token is sent to its server, the key of a Ceph user never is. */
export function checkSecrets(cells: readonly ResolvedCell[]): Problem[] {
  const uses = cells.flatMap(({ target, targetKind, targetConfig }) =>
    (targetKind.external?.secrets?.(targetConfig) ?? []).flatMap(({ secret, servers }) =>
      servers.map((server) => ({ target, secret, server, isToken: server.startsWith('https://') })),
    ),
  );
  return [...groupBy(uses, ({ secret }) => secret)].flatMap(([secret, its]) => {
    const [token, key] = [its.find(({ isToken }) => isToken), its.find(({ isToken }) => !isToken)];
    if (token === undefined || key === undefined) return [];
    const facts = { secret, server: token.server, monitor: key.server };
    return problemIf(true, rules.secretOfTwoKinds, ['targets', token.target, 'telemetry', 'secret'], facts);
  });
}

/** Report only if no trial is long enough. Skip fixed amounts of work, whose duration is unknown. */
function checkTrialLength(path: Path, { stepSeconds, metrics }: Telemetry, cells: readonly ResolvedCell[]): Problem[] {
  const times = cells.map(({ workloadKind, params }) => workloadKind.duration(params));
  if (times.some(({ until }) => until === 'done')) return [];
  const seconds = Math.max(...times.map(({ measured }) => measured));
  const needs = metrics.map(({ name, reachSeconds }) => {
    return { name, seconds: Math.max(stepSeconds, reachSeconds) + (MIN_POINTS - 1) * stepSeconds };
  });
  const lacking = needs.filter((one) => one.seconds > seconds);
  const most = Math.max(...lacking.map((one) => one.seconds));
  const names = lacking.map(({ name }) => name).join(', ');
  const facts = { seconds, names, pointsMin: MIN_POINTS, stepSeconds, most };
  return problemIf(lacking.length > 0, rules.tooShortForServers, path, facts);
}
