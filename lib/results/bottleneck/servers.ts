/** How near the servers of a cell were to their own limits, by what they told. */
import type { QueriedMetric, ServerMetric } from '../../shapes/telemetry';
import { BEYOND } from '../entitled';
import type { Measure } from '../measures';
import { USED_UP } from '../servers/reasons';
import { type Found, looked, type Looked } from './looked';
import { percent, REACHED } from './near';

/** What one metric of servers says of a limit, or of a reserve. */
export type ServerLimit = Pick<ServerMetric, 'name' | 'limits' | 'reserve' | 'drained' | 'exceeds' | 'way'> & {
  /** The value at the limit, in its unit; left out: it is in percent of it. */
  readonly most?: number;
};

/** Of what an owner's Prometheus was asked. */
export function limitsByOwner(metrics: readonly QueriedMetric[]): readonly ServerLimit[] {
  return metrics.map(({ name, words, limit }) => ({
    name,
    ...(limit === undefined ? {} : { limits: words, most: limit }),
  }));
}

/**
 * @param metrics that its servers tell; none where nobody was asked
 * @param why they told nothing, where that is known; else empty
 */
export function serverLimits(measures: readonly Measure[], metrics: readonly ServerLimit[], why: string): Looked {
  const told = metrics.flatMap((metric) => {
    const centre = measures.find((one) => one.metric === metric.name)?.statistics?.centre;
    return centre === undefined ? [] : [{ metric, centre }];
  });
  const found = told.flatMap(({ metric: { limits, reserve, exceeds, most }, centre }): Found[] => {
    if (limits !== undefined) {
      const share = centre / (most ?? 100);
      if (share > BEYOND) {
        const of =
          most === undefined ? 'what is provisioned, from credits' : 'the limit in the spec, so that it is none';
        const text = `${limits}: ${percent(share)} of ${of}`;
        return [{ at: false, evidence: { resource: limits, share, text } }];
      }
      return [
        { at: share >= REACHED, evidence: { resource: limits, share, text: `${limits}: ${percent(share)} in use` } },
      ];
    }
    if (exceeds !== undefined && centre > 0) {
      // No share of the limit: a minute counts whatever was asked for in the rest of it.
      const text = `${exceeds}: more was asked for than it gives, in ${percent(centre / 100)} of the minutes`;
      return [{ at: centre / 100 >= REACHED, evidence: { resource: exceeds, share: null, text } }];
    }
    if (reserve === undefined || centre > USED_UP) return [];
    return [{ at: true, evidence: { resource: reserve, share: null, text: `${reserve}: used up` } }];
  });
  const none = metrics.length > 0 && told.length === 0;
  return looked(found, none ? [`metrics of its servers${why === '' ? '' : ` (${why})`}`] : []);
}
