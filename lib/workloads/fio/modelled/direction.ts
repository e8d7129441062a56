/** Figures of one direction of what fio prints, out of a flow of the model. */
import type { ModelledFlow } from '../../modelled';
import type { DirectionFigures } from './document';
import { latencyFigures } from './latency';

/** Handing an I/O to the kernel, nanoseconds, and for each byte. Assumed: as with libaio and O_DIRECT. */
const SUBMIT = { ns: 4000, nsPerByte: 0.02, most: 0.3, spread: 0.5 };

/** Figures of one direction. @param known I/Os, where a rate does not tell them */
export function directionOf(
  flow: ModelledFlow,
  known: number | null,
  bytes: number,
  runtimeMs: number,
  metadata: boolean,
): DirectionFigures {
  const ios = known ?? Math.max(1, Math.round((flow.rate * runtimeMs) / 1000));
  const totalNs = flow.latencyUs * 1000;
  const submit = Math.min(SUBMIT.ns + SUBMIT.nsPerByte * bytes, SUBMIT.most * totalNs);
  return {
    ios,
    bytes: Math.round(ios * bytes),
    runtimeMs,
    slat: metadata
      ? null
      : { mean: submit, stddev: submit * SUBMIT.spread, min: submit / 2, max: submit * (1 + 10 * SUBMIT.spread) },
    whole: latencyFigures(totalNs, flow.spread, ios),
    intervals: flow.intervals,
  };
}
