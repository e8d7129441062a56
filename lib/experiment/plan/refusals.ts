/** Refuses valid specs: above budget or duration limit, too large, or without prices. */
import rules from '../rules.json';
import { ensure } from '../../shapes/errors';
import { groupBy, sumAll } from '../../shapes/collections';
import type { PriceBook } from '../../shapes/price';
import { formatSeconds } from '../../shapes/quantity';
import type { ResolvedCell } from '../design/cells';
import type { Comparison, Estimate, Plan, PlannedStep } from '../../shapes/plan';
import { problemAt, problemIf, type Problem } from '../../shapes/problem';
import { computeShortestGapSeconds, hasStartAhead } from '../language/cron';
import type { MissingPrice } from './estimate';
import type { RigDraft } from './rig/draft';
import { MAX_STEP_SECONDS } from './step-times';
import type { Design, Spec } from '../../shapes/spec';
import { formatAllowed } from '../../shapes/suggest';
import { listPrices } from '../../pricing/price-book';
import { findUnoffered } from '../../pricing/availability';

/** Codes of refusals because of the limits in the spec. */
export const LIMIT_PROBLEM_CODES: readonly string[] = ['OverBudget', 'OverTime'];

/** Maximum trials of an execution, to keep reports readable and waits reasonable. */
const MAX_TRIALS = 10_000;
/** Refuses a step if its estimate is this many times its timeout. Estimates are rough: simulated rates with bursts. */
const MAX_TIMEOUT_RATIO = 2;

/** Refuses too many trials, with the number of replicates that fits. */
export function checkTrialCount(
  { blocks, replicates }: Pick<Design, 'blocks' | 'replicates'>,
  all: readonly Pick<ResolvedCell, 'replicates'>[],
): Problem[] {
  const cells = all.length;
  const trials = blocks * sumAll(all.map((cell) => cell.replicates));
  if (trials <= MAX_TRIALS) return [];
  const fitting = Math.floor(MAX_TRIALS / (cells * blocks));
  const those = blocks === 1 ? `${cells} configurations` : `${cells} configurations in ${blocks} blocks`;
  const change = fitting >= 1 ? `At most ${fitting} \`replicates\` fit with ${those}` : 'Use fewer values or blocks';
  const path = fitting >= 1 && replicates > 1 ? ['design', 'replicates'] : ['design'];
  return [problemAt(rules.tooManyTrials, path, { trials, maxTrials: MAX_TRIALS, change })];
}

/** ARNs of services that work only in their own Region: keys of file systems, and secrets of hosts. */
const REGIONAL_ARN = /^arn:aws[a-z-]*:(?<service>kms|secretsmanager):(?<region>[a-z0-9-]+):/;
const ARN_NOUNS: Readonly<Record<string, string>> = { kms: 'a key', secretsmanager: 'a secret' };

export function checkRegions(
  cells: readonly Pick<ResolvedCell, 'target' | 'targetConfig'>[],
  region: string,
): Problem[] {
  const found = new Map<string, Problem>();
  for (const { target, targetConfig } of cells)
    for (const [setting, value] of Object.entries(targetConfig)) {
      const { service = '', region: its = region } = REGIONAL_ARN.exec(String(value))?.groups ?? {};
      if (its === region) continue;
      found.set(
        `${target} ${setting} ${its}`,
        problemAt(rules.otherRegion, ['targets', target, setting], {
          what: ARN_NOUNS[service] ?? service,
          its,
          region,
        }),
      );
    }
  return [...found.values()];
}

/** Errors for settings that AWS does not offer in the Region, and warnings if that is unknown. */
export function checkAvailability(
  cells: readonly Pick<ResolvedCell, 'target' | 'targetKind' | 'targetConfig'>[],
  region: string,
): Problem[] {
  const found = cells.flatMap(({ target, targetKind, targetConfig }) =>
    findUnoffered(targetKind.kind, targetConfig, region).map(({ setting, missing, source, ...facts }) => ({
      ...problemAt(missing ? rules.notOffered : rules.mayNotBeOffered, ['targets', target, setting], {
        ...facts,
        region,
      }),
      source,
    })),
  );
  return [...new Map(found.map((one) => [`${one.path.join('.')} ${one.message}`, one])).values()];
}

export function refuseUnpriced(things: readonly MissingPrice[], book: PriceBook): Problem[] {
  const refusal = (path: readonly string[], what: string, more = ''): Problem =>
    problemAt(rules.unpriced, path, { what, region: book.region, more });
  return things.map((thing) => {
    if (thing.of === 'fleet') return refusal(['fleet'], thing.dimension);
    if (thing.of === 'storage') return refusal(['targets', thing.target], thing.dimension);
    const { instanceType, role, dimension } = thing;
    const path = ['fleet', role, dimension === undefined ? 'instanceType' : 'image'];
    if (dimension !== undefined) return refusal(path, dimension, ', or use an image without an operating system fee');
    return refusal(path, instanceType, `; ${formatAllowed(instanceType, listSimilarTypes(instanceType, book))}`);
  });
}

/** Types with a price: those of the same family, if there are any. */
function listSimilarTypes(instanceType: string, book: PriceBook): readonly string[] {
  const types = listPrices(book).flatMap(({ service, dimension }) =>
    service === 'ec2' ? (/^(.+)\.linux\.ondemand$/.exec(dimension)?.[1] ?? []) : [],
  );
  const [family = ''] = instanceType.split('.');
  const own = types.filter((type) => type.startsWith(`${family}.`));
  return (own.length > 0 ? own : types).toSorted();
}

/**
 * An estimate above the limits of the spec, with a hint if the other comparison would meet them.
 * @param canWalk whether `cheapestFirst`, which `maxUsd` ends instead of refusing it, could answer the question
 */
export function checkBudget(
  { limits: { maxUsd, maxHours }, design: { replicates } }: Pick<Spec, 'limits' | 'design'>,
  { usd, seconds, of }: Pick<Estimate, 'usd' | 'seconds'> & { readonly of: string },
  alternative: Plan['alternative'],
  canWalk: boolean,
): Problem[] {
  const fits = alternative !== null && alternative.usd <= maxUsd && alternative.seconds <= maxHours * 3600;
  const hoursOf = (length: number): string => (length / 3600).toFixed(2);
  const less = replicates > 1 ? `lower \`design.replicates\` (${replicates})` : 'measure fewer values';
  const walk =
    'or write `design.comparison: cheapestFirst`, which measures from the cheapest up until `maxUsd` ends it';
  const other = fits
    ? `. With \`design.comparison: ${alternative.comparison}\` it would take ${alternative.usd.toFixed(2)} USD and ` +
      `${hoursOf(alternative.seconds)} hours${COMPARISON_TEXT[alternative.comparison]}`
    : null;
  const advise = (isBudget: boolean): string =>
    other ?? `. Raise it, ${isBudget && canWalk ? `${less}, ${walk}` : `or ${less}`}`;
  const facts = { usd: usd.toFixed(2), hours: hoursOf(seconds), of, maxUsd, maxHours };
  return [
    ...problemIf(usd > maxUsd, rules.overBudget, ['limits', 'maxUsd'], { ...facts, other: advise(true) }),
    ...problemIf(seconds > maxHours * 3600, rules.overHours, ['limits', 'maxHours'], {
      ...facts,
      other: advise(false),
    }),
  ];
}

/** A schedule that starts again before the expected end of an execution, or confirms without waiting for it. */
export function checkSchedule(
  { schedule }: Pick<Spec, 'schedule'>,
  { seconds, usd }: Pick<Estimate, 'seconds' | 'usd'>,
): Problem[] {
  if (schedule === undefined) return [];
  const { cron, overlap, confirm = 0 } = schedule;
  const gap = computeShortestGapSeconds(cron);
  const facts = { cron, gap: formatSeconds(gap), seconds: formatSeconds(seconds), confirm, usd: usd.toFixed(2) };
  return [
    ...problemIf(gap < seconds, rules.startsTooOften, ['schedule', 'cron'], facts),
    ...problemIf(confirm > 0 && overlap !== 'queue', rules.confirmWithoutQueue, ['schedule', 'confirm'], facts),
  ];
}

/** Warns of a schedule whose last start has passed. @param startedAt epoch milliseconds */
export function warnPastSchedule({ schedule }: Pick<Spec, 'schedule'>, startedAt: number): Problem[] {
  // A day may not have ended yet in the time zone of the schedule, and the weekday of `nW` is up to two days after n.
  const before = new Date(startedAt - 3 * 86_400_000);
  if (schedule === undefined || hasStartAhead(schedule.cron, before)) return [];
  return [problemAt(rules.neverStarts, ['schedule', 'cron'], { cron: schedule.cron })];
}

const COMPARISON_TEXT: Readonly<Record<Comparison, string>> = {
  interleaved: ', with targets mixed in every pass on the same hosts',
  sequential: ', but then hosts or time may explain a difference between targets',
  cheapestFirst: '',
};

type StepTiming = Pick<PlannedStep, 'name' | 'expectedSeconds' | 'timeoutSeconds'>;

/** Scripts with timeouts above the limit of Systems Manager, or estimates far above their timeout. */
export function checkStepLengths(drafts: readonly RigDraft[], cells: readonly ResolvedCell[]): Problem[] {
  const workloads = new Map(cells.map((cell) => [cell.cellId, cell.workload]));
  const found = new Map<string, Problem>();
  for (const { copies, fixtures, stretches } of drafts) {
    const trials = groupBy(
      stretches.flatMap((stretch) => stretch.trials),
      ({ copy }) => copy,
    );
    for (const { copy, target, prepare } of copies) {
      // If one fixture alone takes too long, report only the fixture, not its setup command too.
      const own = fixtures.filter((one) => one.copy === copy);
      const fits = own.every((one) => checkStepLength(one, target, []) === undefined);
      for (const [index, { cell, steps }] of (trials.get(copy) ?? []).entries()) {
        const workload = ensure(workloads.get(cell), `the cell ${cell} of a trial`);
        const commands: readonly StepTiming[] = index > 0 ? steps : [...own, ...(fits ? prepare : []), ...steps];
        for (const command of commands) {
          const fault = checkStepLength(command, target, ['workloads', workload]);
          const key = `${command.name} ${workload}`;
          if (fault !== undefined && !found.has(key)) found.set(key, fault);
        }
      }
    }
  }
  return [...found.values()];
}

function checkStepLength(
  { name, timeoutSeconds, expectedSeconds }: StepTiming,
  target: string,
  path: readonly string[],
): Problem | undefined {
  const [expected = '', timeout = '', most = ''] = [expectedSeconds, timeoutSeconds, MAX_STEP_SECONDS].map(
    formatSeconds,
  );
  if (expectedSeconds > MAX_STEP_SECONDS) return problemAt(rules.beyondSystemsManager, path, { name, expected, most });
  const facts = { name, expected, target, timeout };
  return problemIf(expectedSeconds > MAX_TIMEOUT_RATIO * timeoutSeconds, rules.beyondTimeout, path, facts)[0];
}
