/** Executions with searches of a simulated storage. */
import type { Criterion } from '../../../lib/shapes/decision-rule';
import type { SearchCell } from '../../../lib/shapes/guard';
import type { Observation } from '../../../lib/shapes/observation';
import { bisectionOrder } from '../../../lib/experiment/design/search';
import { decideLevel, judgeLevel, type LevelResult } from '../../../lib/results/search/bisection';
import type { SummaryInput } from '../../../lib/results/summary';
import type { Reason } from '../../../lib/shapes/verdict';
import { execution } from '../fixture';

export const LABELS = ['500', '1000', '2000', '4000', '8000', '16000', '32000'];
const QUICK: Criterion = { name: 'quick', metric: 'latency_mean', operation: 'read', atMost: 2000 };
/** Highest rate below 2 ms of a simulated storage. */
type Limit = (target: string, replicate: number) => number;
type Trouble = (trial: string) => readonly Reason[];

/** An execution with one search per target: latency is 1 ms up to the limit of the replicate, and 3 ms above. */
export function makeSearchSummary(limit: Limit, decide: object = {}, trouble: Trouble = () => []): SummaryInput {
  const base = execution({
    factors: { target: ['a', 'b'], rate: LABELS },
    replicates: 4,
    decide: { metric: 'iops', ...decide },
  });
  const findCell = (target: string, label: string) =>
    base.plan.cells.find(({ levels }) => levels['target'] === target && levels['rate'] === label)!;
  const searches = ['a', 'b'].map(
    (target): SearchCell => ({
      id: `search-${target}`,
      levels: { target },
      factor: 'rate',
      cells: LABELS.map((label) => findCell(target, label).cellId),
      criteria: [QUICK],
    }),
  );
  const cells = base.plan.cells.map((cell) => ({
    ...cell,
    load: { metric: 'iops', rate: Number(cell.levels['rate']), least: 0.95, by: 'rate' as const },
  }));
  const template = base.observations.find(({ scope }) => scope === 'aggregate')!;
  const trials: SummaryInput['plan']['trials'][number][] = [];
  const rows: SummaryInput['rows'][number][] = [];
  const observations: Observation[] = [];
  for (let replicate = 1; replicate <= 4; replicate += 1)
    for (const search of searches) {
      const results: LevelResult[] = [];
      for (const level of bisectionOrder(LABELS.length)) {
        const { cellId, levels } = findCell(search.levels['target']!, LABELS[level]!);
        const trial = `t${trials.length + 1}`;
        const at = { trial, cell: cellId, rig: 'r1', block: 1, replicate };
        trials.push({ ...base.plan.trials[0]!, ...at, round: replicate, guard: { search: { id: search.id, level } } });
        const decision = decideLevel(level, LABELS, results);
        if (!decision.run) {
          const reasons: Reason[] = [{ level: 'not-run', code: decision.code!, text: decision.text }];
          rows.push({ ...base.rows[0]!, ...at, attempt: 0, attempts: 0, verdict: 'NOT_RUN', reasons, started: null });
          continue;
        }
        const reasons = trouble(trial);
        const rate = Number(LABELS[level]);
        const row = { ...base.rows[0]!, ...at, verdict: reasons.length > 0 ? 'INVALID' : 'VALID', reasons } as const;
        const value = rate <= limit(levels['target']!, replicate) ? 1000 : 3000;
        const own = [
          {
            ...template,
            ...at,
            metric: 'iops',
            operation: 'read',
            statistic: 'value',
            unit: 'ops/s' as const,
            value: rate,
          },
          {
            ...template,
            ...at,
            metric: 'latency_mean',
            operation: 'read',
            statistic: 'mean',
            unit: 'us' as const,
            value,
          },
        ];
        rows.push(row);
        observations.push(...own);
        results.push(judgeLevel(level, { row, figures: { observations: own, series: [] } }, search));
      }
    }
  return { ...base, plan: { ...base.plan, cells, searches, trials }, rows, observations };
}
