/** What options beyond rw, bs and depth say of a result: was the rate reached that was asked, was it steady? */
import type { Reason } from '../../../shapes/verdict';
import type { HostOutput } from '../read-host';
import type { DataParams } from '../schema';
import { type GivenRate, rateOfCell } from './rate/given-rate';
import { judgeRate } from './rate/judge-rate';
import { saidIn } from './options';
import { pauses } from './paces';

/**
 * Reasons of one host whose fio ended well.
 * @param rate null where as many I/Os as are answered were asked
 */
export function judgeOptions(
  host: HostOutput,
  params: DataParams,
  rate: GivenRate | null = rateOfCell(host, params),
): readonly Reason[] {
  return [...(rate === null ? [] : judgeRate(host, rate)), ...steadyState(host, params)];
}

function steadyState({ raw, output }: HostOutput, params: DataParams): readonly Reason[] {
  const { steadystate } = params;
  if (steadystate === undefined || output.runs.some(({ jobs }) => jobs.some((job) => job.steady))) return [];
  const text = `${raw.host}: steadystate ${steadystate} was not attained within the runtime`;
  return [{ level: 'suspect', code: 'SteadyStateNotAttained', text }];
}

/** I/Os are in flight as long as the storage has them: nothing else holds the host back. */
export function keepsDepth(params: DataParams): boolean {
  return !pauses((name) => saidIn(params, name));
}
