/** Reasons against the result of a script: how it ended, and whether it ran at all. */
import { formatSeconds } from '../../shapes/quantity';
import type { Metric } from '../../shapes/metric';
import type { Reason } from '../../shapes/verdict';
import type { HostRaw, Reading } from '../contract';
import { failureOf } from '../out-of-time';
import { declared } from './declared';
import type { CommandParams } from './schema';

/** Under a second, starting the script decides; and so it does where ends lie less apart. */
const LEAST_SECONDS = 1;

/** Windows of hosts that differ by less were one time. */
const ALIKE = 1.05;

/** Host by host, and what is to be said of all of them together. */
export function judge(
  { windows }: Reading,
  hosts: readonly HostRaw[],
  params: Pick<CommandParams, 'metrics'>,
): readonly Reason[] {
  return [...hostReasons(hosts), ...endedApart(windows, params)];
}

/** What a script calls a rate is left as it is: only it knows of which of its seconds. */
function endedApart(windows: Reading['windows'], { metrics }: Pick<CommandParams, 'metrics'>): readonly Reason[] {
  const rates = Object.entries(declared({ metrics })).filter(([, metric]) => addsUp(metric));
  const lengths = windows.map(({ host, from, to }) => ({ host, seconds: to - from }));
  const [short, long] = [-1, 1].map((way) => lengths.toSorted((a, b) => way * (b.seconds - a.seconds))[0]);
  if (rates.length === 0 || short === undefined || long === undefined) return [];
  if (long.seconds <= Math.max(ALIKE * short.seconds, short.seconds + LEAST_SECONDS)) return [];
  const names = rates.map(([name]) => name).join(', ');
  const ends = [short, long].map(({ host, seconds }) => `${host} was done after ${formatSeconds(seconds)}`);
  const text =
    `${ends.join(', ')}: ${names} of all hosts were added up as they stand, and what comes of it may never have been ` +
    'there at once';
  return [{ level: 'note', code: 'EndedApart', text }];
}

function addsUp({ unit, overHosts }: Metric): boolean {
  return overHosts === 'sum' && unit.endsWith('/s');
}

function hostReasons(hosts: readonly HostRaw[]): readonly Reason[] {
  return hosts.flatMap(({ host, status, files }): readonly Reason[] => {
    // What is missing or unreadable is said by the reading.
    if (status === null) return [];
    const { rc, facts, started, ended } = status;
    if (rc !== 0) {
      const said = files
        .find(({ name }) => name === 'raw/stderr.txt')
        ?.text.trim()
        .split('\n')
        .at(-1);
      const how = `the script ended with exit code ${rc}: ${said || 'it said nothing about why'}`;
      return [{ level: 'invalid', code: failureOf(status), text: `${host}: ${facts['problem'] ?? how}` }];
    }
    if (ended - started >= LEAST_SECONDS) return [];
    const text = `${host}: the script was over after ${formatSeconds(ended - started)}: give it more to do`;
    return [{ level: 'suspect', code: 'ShortRun', text }];
  });
}
