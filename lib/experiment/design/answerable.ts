/** Whether cells can give what is asked of them: what no trial will ever have is known before one is paid for. */
import type { Criterion, Decide } from '../../shapes/decide';
import { errorAt, type Path, type Problem } from '../../shapes/problem';
import { formatSeconds } from '../../shapes/quantity';
import type { Spec } from '../../shapes/spec';
import { type Kinds, workloadOfCell } from '../kinds';
import { allowedNames, listed } from '../../shapes/suggest';
import { described, type ResolvedCell } from './cells';
import { metricsOf } from './decide';

interface Asked extends Pick<Criterion, 'metric' | 'operation' | 'everySeconds'> {
  /** Where it is asked. */
  readonly path: Path;
  /** Which cells are asked, in words. */
  readonly of: string;
}

/**
 * Which cells must have it: one of them; all; or all of each workload of which one has it, as a workload that never
 * has the metric is no rival in it.
 */
type Needed = 'any' | 'all' | 'workload';

/** What the cells of one spec give. */
export class Answerable {
  constructor(
    private readonly spec: Pick<Spec, 'targets' | 'workloads' | 'criteria'>,
    private readonly kinds: Kinds,
  ) {}

  /**
   * What is wrong with the question and with the section `criteria`.
   * @param cells at least one
   * @param competing those of them that `decide.where` leaves; at least one. What `decide.require` does not name is
   * held against all cells
   */
  problems(cells: readonly ResolvedCell[], competing: readonly ResolvedCell[], decide: Decide | null): Problem[] {
    const rivals = 'the cells that may be the answer';
    const question = decide === null ? null : { ...decide, path: ['decide'], of: rivals };
    const able = question === null ? [] : this.having(question, competing);
    const required = new Set(decide?.require?.map(({ name }) => name));
    const { metrics } = metricsOf(this.spec.workloads, this.kinds);
    const conditions = Object.entries(this.spec.criteria ?? {}).flatMap(([name, { metric, operation, every }]) => {
      // What no workload of the spec measures is said already.
      if (!metrics.has(metric)) return [];
      const window = every === undefined ? {} : { everySeconds: Number(every) };
      const one = { metric, ...(operation === undefined ? {} : { operation }), ...window, path: ['criteria', name] };
      return required.has(name)
        ? this.ofAll({ ...one, of: rivals }, able.length === 0 ? competing : able, 'all')
        : this.ofAll({ ...one, of: 'the cells' }, cells, 'any');
    });
    return [...(question === null ? [] : this.ofAll(question, competing, 'workload')), ...conditions];
  }

  private ofAll(asked: Asked, cells: readonly ResolvedCell[], needed: Needed): Problem[] {
    const { metric, operation, path, of } = asked;
    const names = [...new Set(cells.flatMap((cell) => this.gives(cell).flatMap(({ metrics }) => metrics)))];
    if (!names.includes(metric)) {
      const workloads = [...new Set(cells.map(({ workload }) => workload))];
      const message = `none of ${of} (workload ${listed(workloads)}) has \`${metric}\`; ${allowedNames(metric, names)}`;
      return [errorAt('UnknownMetric', [...path, 'metric'], message)];
    }
    const operations = [...new Set(cells.flatMap((cell) => this.operations(cell, metric)))].map(String);
    if (operation !== undefined && !operations.includes(operation)) {
      const message = `none of ${of} has \`${metric}\` of \`${operation}\`; ${allowedNames(operation, operations)}`;
      return [errorAt('UnknownOperation', [...path, 'operation'], message)];
    }
    const several = operation === undefined && cells.find((cell) => this.operations(cell, metric).length > 1);
    if (several !== false && several !== undefined) {
      const message =
        `\`operation\` is missing: a trial has \`${metric}\` of each of ${listed(operations)}, and only one of them ` +
        `can be meant; write e.g. operation: ${String(this.operations(several, metric)[0])}`;
      return [errorAt('MissingKey', [...path, 'operation'], message)];
    }
    return [...this.overTime(asked, cells), ...(needed === 'any' ? [] : this.without(asked, cells, needed))];
  }

  /** Whether there are points for the windows that are asked for. */
  private overTime(asked: Asked, cells: readonly ResolvedCell[]): Problem[] {
    const { metric, everySeconds, path } = asked;
    const [first] = this.having(asked, cells);
    if (everySeconds === undefined || first === undefined) return [];
    const error = (code: string, message: string): Problem[] => [errorAt(code, [...path, 'every'], message)];
    const given = this.gives(first).filter(({ operation }) => (asked.operation ?? operation) === operation);
    const series = given.map((one) => one.series).find((one) => one?.metrics.includes(metric) === true);
    if (series === undefined) {
      const names = [...new Set(this.gives(first).flatMap((one) => one.series?.metrics ?? []))];
      const those = names.length === 0 ? 'its workload gives nothing over time' : `given over time: ${listed(names)}`;
      return error('NoSeries', `\`${metric}\` is a figure of a whole trial, not of every moment; ${those}`);
    }
    const { measured } = workloadOfCell(this.spec, first, this.kinds).duration(first.params);
    const apart = series.everySeconds;
    if (everySeconds % apart === 0 && everySeconds <= measured) return [];
    const message =
      `found ${formatSeconds(everySeconds)}; allowed: whole multiples of ${formatSeconds(apart)}, which points of ` +
      `\`${metric}\` are apart, up to the ${formatSeconds(measured)} that a trial measures`;
    return error('BadValue', message);
  }

  /** Some have it, some never: what stays open then. */
  private without(asked: Asked, cells: readonly ResolvedCell[], needed: Needed): Problem[] {
    const { metric, operation, path, of } = asked;
    const having = this.having(asked, cells);
    const workloads = new Set(having.map(({ workload }) => workload));
    const lacking = cells.filter(
      (cell) => !having.includes(cell) && (needed === 'all' || workloads.has(cell.workload)),
    );
    const [first] = lacking;
    if (first === undefined) return [];
    const more = lacking.length > 1 ? `, and ${lacking.length - 1} more` : '';
    const what = `\`${metric}\`${operation === undefined ? '' : ` of \`${operation}\``}`;
    const message =
      `${lacking.length} of ${of} can have no ${what} (${described(first)}${more}): of these the answer stays open, ` +
      'whatever is measured; name levels in `decide.where` that all have it, or `exclude` the others';
    return [{ severity: 'warning', code: 'CannotAnswer', path: [...path, 'metric'], message }];
  }

  private having({ metric, operation }: Asked, cells: readonly ResolvedCell[]): ResolvedCell[] {
    return cells.filter((cell) => {
      const operations = this.operations(cell, metric);
      return operation === undefined ? operations.length > 0 : operations.includes(operation);
    });
  }

  private operations(cell: ResolvedCell, metric: string): (string | null)[] {
    return this.gives(cell).flatMap(({ operation, metrics }) => (metrics.includes(metric) ? [operation] : []));
  }

  private gives(cell: ResolvedCell) {
    return workloadOfCell(this.spec, cell, this.kinds).gives(cell.params);
  }
}
