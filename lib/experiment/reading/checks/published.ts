/** Advice on figures of a study: those that stand beside no cell, and those of which two could be meant. */
import { isAbout, namedLevels, type PublishedFigure } from '../../../shapes/published';
import type { Problem } from '../../../shapes/problem';
import type { Spec } from '../../../shapes/spec';
import { metricsOf } from '../../design/decide';
import type { Expanded } from '../../design/expand';
import { readPublished } from '../../design/published';
import type { Kinds } from '../../kinds';
import { nearest } from '../../../shapes/suggest';

/** Advice on the rows of `published`; none where there are none. */
export function onPublished(spec: Spec, { space, cells }: Expanded, kinds: Kinds): Problem[] {
  const { published } = readPublished(spec.published, { ...spec, space }, kinds);
  const found: Problem[] = [];
  const advice = (code: string, row: number, key: string, message: string): void => {
    found.push({ severity: 'advice', code, path: ['published', 'rows', row - 1, key], message });
  };
  const { metrics } = metricsOf(spec.workloads, kinds);
  const said = new Set<string>();
  for (const figure of published?.figures ?? []) {
    const about = cells.filter((cell) => isAbout(figure, cell));
    if (about.length === 0)
      advice('PublishedNowhere', figure.row, 'where', 'no cell that is measured has these levels: it is not shown');
    const near = metrics.has(figure.metric) ? undefined : nearest(figure.metric, [...metrics.keys()]);
    if (near !== undefined)
      advice(
        'UnknownMetric',
        figure.row,
        'metric',
        `no workload of this spec measures \`${figure.metric}\`: it stands beside no number. Did you mean \`${near}\`?`,
      );
    const rivals = (published?.figures ?? []).filter((other) => other.row > figure.row && competesWith(other, figure));
    for (const rival of rivals) {
      if (!about.some((cell) => isAbout(rival, cell)) || said.has(`${rival.row}`)) continue;
      said.add(`${rival.row}`);
      advice(
        'AmbiguousPublished',
        rival.row,
        'where',
        `row ${figure.row} names as many levels, and some cells have those of both: the first is shown there, unless ` +
          'another row names more',
      );
    }
  }
  return found;
}

/** Whether two figures are about the same number, and neither names more levels. */
function competesWith(a: PublishedFigure, b: PublishedFigure): boolean {
  const key = ({ metric, operation, statistic, host }: PublishedFigure): string =>
    JSON.stringify([metric, operation, statistic, host]);
  return key(a) === key(b) && namedLevels(a) === namedLevels(b);
}
