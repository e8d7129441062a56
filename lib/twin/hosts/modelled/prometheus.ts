/**
 * What the first modelled host leaves of asking a modelled Prometheus, as `workloads/shell/telemetry.sh` does: from
 * what the hosts asked of the servers. Nobody knows what a query means: what its unit and its name say is taken for it.
 * Of times and counts nothing is known: their answers are empty.
 */
import { POINTS_MIN, type QueriedMetric, type Telemetry } from '../../../shapes/telemetry';
import { answerFile, ASKED_FILE } from '../../../results/servers/prometheus';
import type { ServerLoad } from './server-load';

/** Epoch seconds at which the tool began, and at which it ended, by the clock of the host. */
type Span = { readonly from: number; readonly to: number };

/** Texts of the files by name; none where nothing is asked. @param loads in the order in which they began */
export function askedModel(
  telemetry: Telemetry | null,
  loads: readonly ServerLoad[],
  span: Span,
): Readonly<Record<string, string>> {
  if (telemetry === null) return {};
  const step = telemetry.stepSeconds;
  const [from, to] = [Math.ceil(span.from / step) * step, Math.floor(span.to / step) * step];
  const count = (to - from) / step;
  const asked = (problem: string, names: readonly string[]): Record<string, string> => {
    const answers = Object.fromEntries(names.map((name) => [name, { status: 200, problem: '' }]));
    return { [ASKED_FILE]: `${JSON.stringify({ version: 1, from, to, step, problem, answers })}\n` };
  };
  if (count < POINTS_MIN) return asked(`the trial holds fewer than ${POINTS_MIN} whole steps of ${step} s`, []);
  const moments = Array.from({ length: count + 1 }, (_, index) => from + index * step);
  const names = telemetry.metrics.map(({ name }) => name);
  const answers = telemetry.metrics.map((metric): [string, string] => [
    answerFile(metric.name),
    answer(metric, loads, moments, step),
  ]);
  return { ...asked('', names), ...Object.fromEntries(answers) };
}

function answer(metric: QueriedMetric, loads: readonly ServerLoad[], moments: readonly number[], step: number): string {
  const back = Math.max(step, metric.reachSeconds);
  const values = moments.flatMap((at) => {
    const value = meanOf(metric, loads, { from: at - back, to: at });
    return value === null ? [] : [[at, String(value)]];
  });
  const result = values.length === 0 ? [] : [{ metric: {}, values }];
  return `${JSON.stringify({ status: 'success', data: { resultType: 'matrix', result } })}\n`;
}

/** Mean over a span, idle time in it too; null where nothing is known. */
function meanOf(metric: QueriedMetric, loads: readonly ServerLoad[], { from, to }: Span): number | null {
  let sum = 0;
  for (const load of loads) {
    const value = valueOf(metric, load);
    if (value === null) return null;
    sum += value * Math.max(0, Math.min(to, load.until) - Math.max(from, load.from));
  }
  return loads.length === 0 ? null : sum / (to - from);
}

function valueOf({ name, unit, limit }: QueriedMetric, load: ServerLoad): number | null {
  const { read, written, reads, writes, metadata, bandwidth, iops, hits } = load;
  if (unit === 'bytes/s') return /writ/.test(name) ? written : read;
  if (unit === 'ops/s') return /meta/.test(name) ? metadata : /writ/.test(name) ? writes : reads;
  if (unit === '%' && /hit|cache/.test(name)) return 100 * hits;
  // Servers that burst are not busier than wholly.
  const share = Math.min(1, Math.max(bandwidth, iops));
  if (limit !== undefined) return limit * share;
  return unit === '%' ? 100 * share : null;
}
