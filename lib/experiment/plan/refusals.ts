/** Why a spec that is right has no plan all the same: above the budget or the time, too much of something, no price. */
import texts from '../messages.json';
import { expected } from '../../shapes/errors';
import { groupBy } from '../../shapes/group';
import type { PriceBook } from '../../shapes/price';
import { formatSeconds } from '../../shapes/quantity';
import type { ResolvedCell } from '../design/cells';
import type { Comparison, Estimate, Plan, PlannedStep, TrialPlan } from '../../shapes/plan';
import { errorAt, type Problem, say } from '../../shapes/problem';
import { shortestGapSeconds } from '../language/cron';
import type { Unpriced } from './money';
import type { RigDraft } from './rig/draft';
import type { Design, Spec } from '../../shapes/spec';
import { allowedNames } from '../../shapes/suggest';

/** Refusals of a sound spec by its own limits: it says what it may cost and how long it may take. */
export const OVER_LIMITS: readonly string[] = ['OverBudget', 'OverTime'];

/** More trials than a report can show or a person would wait for. */
const MAX_TRIALS = 10_000;
/** Longest script of one command on a host: `workloads/host/document.json`, as Systems Manager has it. */
export const MAX_SCRIPT_SECONDS = 172_800;
/** Rates of targets are modelled, and burst: an expectation is trusted against a bound where it is so many times it. */
const FAR_TOO_LONG = 2;
const SYSTEMS_MANAGER =
  'https://docs.aws.amazon.com/systems-manager/latest/userguide/documents-command-ssm-plugin-reference.html';

/** More trials than are allowed, and how many replicates would do. */
export function tooMany(design: Design, cells: number): Problem[] {
  const { blocks, replicates } = design;
  const trials = cells * replicates * blocks;
  if (trials <= MAX_TRIALS) return [];
  const fitting = Math.floor(MAX_TRIALS / (cells * blocks));
  const those = blocks === 1 ? `${cells} cells` : `${cells} cells in ${blocks} blocks`;
  const change = fitting >= 1 ? `At most ${fitting} \`replicates\` fit with ${those}` : 'Use fewer levels or blocks';
  const message = `the design gives ${trials} trials; at most ${MAX_TRIALS} are allowed. ${change}`;
  const path = fitting >= 1 && replicates > 1 ? ['design', 'replicates'] : ['design'];
  return [errorAt('TooManyTrials', path, message)];
}

/** Services whose things are used where they are: a file system takes no key of another Region, nor hosts a secret. */
const OF_A_REGION = /^arn:aws[a-z-]*:(?<service>kms|secretsmanager):(?<region>[a-z0-9-]+):/;
const WHAT: Readonly<Record<string, string>> = { kms: 'a key', secretsmanager: 'a secret' };

/** Keys and secrets of another Region than that in which everything is made. */
export function otherRegions(
  cells: readonly Pick<ResolvedCell, 'target' | 'targetConfig'>[],
  region: string,
): Problem[] {
  const found = new Map<string, Problem>();
  for (const { target, targetConfig } of cells)
    for (const [setting, value] of Object.entries(targetConfig)) {
      const { service = '', region: its = region } = OF_A_REGION.exec(String(value))?.groups ?? {};
      if (its === region) continue;
      const message =
        `found ${WHAT[service] ?? service} in ${its}; everything is made in ${region}, and AWS takes ` +
        `${WHAT[service] ?? service} of that Region only`;
      found.set(`${target} ${setting} ${its}`, errorAt('OtherRegion', ['targets', target, setting], message));
    }
  return [...found.values()];
}

/** Instance types and dimensions of targets without a price. */
export function unpriced(things: readonly Unpriced[], book: PriceBook): Problem[] {
  const missing = (what: string): string =>
    `the price book has no price of \`${what}\` in ${book.region}, so no budget could be kept`;
  const refusal = (path: readonly string[], message: string): Problem => {
    return errorAt('UnknownPrice', path, message);
  };
  return things.map((thing) => {
    if (thing.of === 'fleet') return refusal(['fleet'], `${missing(thing.dimension)}; ${READ}`);
    if (thing.of === 'storage') return refusal(['targets', thing.target], `${missing(thing.dimension)}; ${READ}`);
    const { instanceType, role, dimension } = thing;
    if (dimension !== undefined) return refusal(['fleet', role, 'image'], `${missing(dimension)}; ${UPDATE}`);
    const message = `${missing(instanceType)}; ${READ}; ${allowedNames(instanceType, pricedTypes(book))}`;
    return refusal(['fleet', role, 'instanceType'], message);
  });
}

const READ = "`fsxbench prices update` reads AWS's price files";
const UPDATE = `${READ}, or take an image whose system costs nothing`;

/** EC2 types of the price book, in alphabetical order. */
function pricedTypes({ prices }: PriceBook): string[] {
  const types = prices.flatMap(({ service, dimension }) =>
    service === 'ec2' ? (/^(.+)\.linux\.ondemand$/.exec(dimension)?.[1] ?? []) : [],
  );
  return types.sort();
}

/** An estimate above the limits that the spec gives itself; told where the other comparison would keep them. */
export function overLimits(
  { limits: { maxUsd, maxHours }, design: { replicates } }: Pick<Spec, 'limits' | 'design'>,
  { usd, seconds }: Pick<Estimate, 'usd' | 'seconds'>,
  alternative: Plan['alternative'],
): Problem[] {
  const fits = alternative !== null && alternative.usd <= maxUsd && alternative.seconds <= maxHours * 3600;
  const other = fits
    ? `. With \`design.comparison: ${alternative.comparison}\` it would be ${alternative.usd.toFixed(2)} USD and ` +
      `${(alternative.seconds / 3600).toFixed(2)} hours${COMPARED[alternative.comparison]}`
    : `. Raise it, or ${replicates > 1 ? `lower \`design.replicates\` (${replicates})` : 'measure fewer levels'}`;
  const hours = (seconds / 3600).toFixed(2);
  const found = [
    ...(usd > maxUsd
      ? [{ code: 'OverBudget', limit: 'maxUsd', text: `the estimate is ${usd.toFixed(2)} USD`, most: `${maxUsd} USD` }]
      : []),
    ...(seconds > maxHours * 3600
      ? [
          {
            code: 'OverTime',
            limit: 'maxHours',
            text: `the execution is expected to take ${hours} hours`,
            most: maxHours,
          },
        ]
      : []),
  ];
  return found.map(({ code, limit, text, most }) =>
    errorAt(code, ['limits', limit], `${text}; allowed by this spec: ${most} (\`limits.${limit}\`)${other}`),
  );
}

/** A schedule that starts the experiment again before it is expected to have ended: each start costs what one does. */
export function startsTooOften(
  { schedule }: Pick<Spec, 'schedule'>,
  { seconds, usd }: Pick<Estimate, 'seconds' | 'usd'>,
): Problem[] {
  const gap = schedule === undefined ? Infinity : shortestGapSeconds(schedule.cron);
  if (gap >= seconds) return [];
  const message =
    `found '${schedule?.cron ?? ''}', which starts the experiment again after ${formatSeconds(gap)}; it is expected ` +
    `to take ${formatSeconds(seconds)} and ${usd.toFixed(2)} USD each time. Let more time pass between two starts, ` +
    'e.g. "0 3 ? * SUN *"';
  return [errorAt('StartsTooOften', ['schedule', 'cron'], message)];
}

/** What one buys with a comparison. */
const COMPARED: Readonly<Record<Comparison, string>> = {
  interleaved: ', rivals mixed in every round on the same hosts',
  sequential: ', but then a difference between targets may be one of hosts or of the hour',
};

/** What a script is judged by. */
type Timed = Pick<PlannedStep, 'name' | 'expectedSeconds' | 'timeoutSeconds'>;

/** Scripts that would outlast what Systems Manager allows, or are expected to outlast their own bound. */
export function tooLong(drafts: readonly RigDraft[], cells: readonly ResolvedCell[]): Problem[] {
  const workloads = new Map(cells.map((cell) => [cell.cellId, cell.workload]));
  const workload = ({ cell }: TrialPlan): string => expected(workloads.get(cell), `the cell ${cell} of a trial`);
  const found = new Map<string, Problem>();
  const look = (commands: readonly Timed[], target: string, workload: string): void => {
    for (const command of commands) {
      const message = faultOf(command, target);
      const key = `${command.name} ${workload}`;
      if (message === undefined || found.has(key)) continue;
      const path = ['workloads', workload];
      found.set(key, errorAt('ScriptTooLong', path, message, SYSTEMS_MANAGER));
    }
  };
  for (const { copies, fixtures, stretches } of drafts) {
    const trials = groupBy(
      stretches.flatMap((stretch) => stretch.trials),
      ({ copy }) => copy,
    );
    for (const { copy, target, prepare } of copies) {
      const [first, ...others] = trials.get(copy) ?? [];
      if (first === undefined) continue;
      // What is too long alone need not be named again for the command that puts it up with all others.
      const own = fixtures.filter((one) => one.copy === copy);
      const fits = own.every((one) => faultOf(one, target) === undefined);
      look([...own, ...(fits ? prepare : []), ...first.steps], target, workload(first));
      for (const trial of others) look(trial.steps, target, workload(trial));
    }
  }
  return [...found.values()];
}

function faultOf({ name, timeoutSeconds, expectedSeconds }: Timed, target: string): string | undefined {
  const change = 'Let each host do less: less data or fewer files, fewer jobs, a shorter measurement';
  if (timeoutSeconds > MAX_SCRIPT_SECONDS)
    return say(texts.beyondSystemsManager, { name, timeoutSeconds, maxScriptSeconds: MAX_SCRIPT_SECONDS, change });
  if (expectedSeconds <= FAR_TOO_LONG * timeoutSeconds) return undefined;
  return say(texts.beyondTimeout, {
    name,
    expectedSeconds: formatSeconds(expectedSeconds),
    target,
    timeoutSeconds: formatSeconds(timeoutSeconds),
    change,
  });
}
