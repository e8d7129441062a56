/** Was fio called as the plan has it? It prints its options as it was given them. */
import type { Reason } from '../../../shapes/verdict';
import { otherOptions } from '../../tools/as-asked';
import type { HostStatus } from '../../contract';
import { fioArguments } from '../command';
import { OPTIONS } from './spoken';
import { statedBy } from '../output/stated';
import type { HostOutput } from '../read-host';
import { type CellParams, isMetadata } from '../schema';

/** Those that make a load another one, and of which no figure tells. Times, and what is logged, others look at. */
const LOAD: readonly string[] = (
  'rw rwmixread bs bssplit iodepth numjobs size filesize nrfiles ioengine direct fsync fdatasync end_fsync sync ' +
  'random_distribution percentage_random thinktime rate_iops rate_process buffer_compress_percentage ' +
  'dedupe_percentage verify'
).split(' ');

/** What hosts find out, and say. */
const FOUND = ['ioengine', 'direct'] as const;

/** SUSPECT `OtherOptions`; none where fio prints no options. What a host found out itself is asked as it found it. */
export function judgeCalled({ raw, output }: HostOutput, { facts }: HostStatus, params: CellParams): readonly Reason[] {
  const [run] = output.runs;
  const stated = run === undefined || output.runs.length > 1 ? null : statedBy(run);
  const found = isMetadata(params)
    ? []
    : FOUND.flatMap((name) => (facts[name] === undefined ? [] : [`--${name}=${facts[name]}`]));
  const asked = [...fioArguments(params), ...found].flatMap((word): (readonly [string, string])[] => {
    const at = word.indexOf('=');
    const name = word.slice(2, at);
    return LOAD.includes(name) ? [[name, word.slice(at + 1)]] : [];
  });
  return otherOptions(raw.host, stated?.options ?? null, { asked: Object.fromEntries(asked), tool: OPTIONS });
}
