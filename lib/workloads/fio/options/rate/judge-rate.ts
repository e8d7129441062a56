/** Was the rate reached that fio was given, by each of its jobs, and did I/Os wait to begin? */
import type { Reason } from '../../../../shapes/verdict';
import type { HostOutput } from '../../read-host';
import { IO_METRICS } from '../../../tools/io-metrics';
import type { Asked, GivenRate } from './given-rate';
import { DEVIATIONS, lateText } from './late-ios';
import { rateReach } from '../options';

type Directions = HostOutput['directions'];

/** What a reason speaks against that finds latencies too low. */
const LATENCIES = Object.keys(IO_METRICS).filter((name) => name.startsWith('latency'));
/** Share of the I/Os that may be in flight, from which some waited to begin. */
const FULL = 0.8;

/** Reasons of one host whose fio ended well. */
export function judgeRate(host: HostOutput, given: GivenRate): readonly Reason[] {
  const { raw, directions } = host;
  if (made(directions, null) === 0) return [];
  const textOf = (one: Asked): string => `${raw.host}: ${shareText(made(directions, one.operation), one)}`;
  const reach = reachOf(directions, given);
  const exceeded = given.asked.find((one) => made(directions, one.operation) > reach(one).most);
  if (exceeded !== undefined)
    return [{ level: 'suspect', code: 'RateExceeded', text: `${textOf(exceeded)} were made` }];
  const missed = given.asked.find((one) => made(directions, one.operation) < reach(one).least);
  const text = missed === undefined ? slowClone(host, given) : `${textOf(missed)} were reached`;
  return text === null ? waited(raw.host, directions, given) : [notReached(text, given)];
}

function made(directions: Directions, of: Asked['operation']): number {
  return directions.reduce((sum, { operation, iops }) => sum + (of === null || of === operation ? iops : 0), 0);
}

/** I/Os a second that may be made: by chance few scatter more, their variance being their mean. */
function reachOf(
  directions: Directions,
  { byChance }: GivenRate,
): (one: Asked) => { readonly least: number; readonly most: number } {
  const seconds = Math.max(0, ...directions.map(({ runtimeMs }) => runtimeMs)) / 1000;
  const { least, most } = rateReach({ byChance });
  return ({ rate }) => {
    const scatter = byChance ? DEVIATIONS * Math.sqrt(rate / seconds) : 0;
    return { least: least * rate - scatter, most: most * rate + scatter };
  };
}

function notReached(text: string, { pausedBy }: GivenRate): Reason {
  const why =
    pausedBy === null
      ? 'the latency is that of a storage, or a host, that cannot keep up with the rate, and is more than it says'
      : `the job itself pauses (${pausedBy}), and whether the storage can keep up with the rate is not known`;
  const metrics = pausedBy === null ? { metrics: LATENCIES } : {};
  return { level: 'suspect', code: 'RateNotReached', text: `${text}: ${why}`, ...metrics };
}

/** Of jobs that are alike each has its own rate: some do more than others, but never more than that. */
function slowClone({ raw, output, directions }: HostOutput, given: GivenRate): string | null {
  const jobs = output.runs.flatMap((run) => run.jobs);
  // Where fio added them up there is one.
  if (given.clones < 2 || jobs.length !== given.clones) return null;
  const reach = reachOf(directions, given);
  const slow = given.asked.flatMap(({ operation, rate }) => {
    const one = { operation, rate: rate / given.clones };
    return jobs.flatMap((job, at) => {
      const iops = made(job.directions, operation);
      return iops < reach(one).least ? [{ at, iops, one }] : [];
    });
  });
  const [worst] = slow.toSorted((a, b) => a.iops / a.one.rate - b.iops / b.one.rate);
  if (worst === undefined) return null;
  const count = new Set(slow.map(({ at }) => at)).size;
  const who = `${count} of its ${given.clones} jobs (numjobs) did not reach their rate`;
  return `${raw.host}: ${who}, least of them number ${worst.at + 1} with ${shareText(worst.iops, worst.one)}`;
}

/** Of a rate that was kept, as far as it is known: did I/Os wait to begin? */
function waited(host: string, directions: Directions, given: GivenRate): readonly Reason[] {
  const { asked, slots, over, pausedBy } = given;
  const notKnown = (what: string, why: string): readonly Reason[] => [
    { level: 'note', code: 'RateNotKnown', text: `${host}: ${what} is not known: ${why}` },
  ];
  if (given.unknown !== null) {
    const reached = asked.length > 0 ? '' : 'whether its rate was reached, and ';
    return notKnown(`${reached}whether I/Os waited to begin${reached && ','}`, given.unknown);
  }
  const flying = directions.reduce((sum, { iops, latencyMeanUs }) => sum + (iops * (latencyMeanUs ?? 0)) / 1e6, 0);
  const full =
    flying < FULL * slots
      ? null
      : `${host}: ${flying.toFixed(1)} of ${slots} I/Os (iodepth × numjobs) were in flight on average, so that ` +
        'others waited to begin, which no latency has; give a larger iodepth';
  const late = lateText(host, given);
  if (full === null && late !== null && pausedBy !== null)
    return notKnown('whether I/Os waited to begin for the storage', `the job itself pauses (${pausedBy})`);
  const text = full ?? late;
  if (text !== null) return [{ level: 'suspect', code: 'RateWithoutRoom', text, metrics: LATENCIES }];
  if (over !== null && over.values.length > 1) return [];
  const why = over === null ? 'no log of the rate over time is there' : 'its log of the rate over time is too short';
  return notKnown('whether I/Os waited to begin in stalls', why);
}

function shareText(iops: number, { operation, rate }: Asked): string {
  return `${shown(iops)} ${operation === null ? 'I/Os' : `${operation}s`}/s of the ${shown(rate)} asked`;
}

function shown(value: number): string {
  return Number(value.toPrecision(4)).toLocaleString('en-US');
}
