/** Random specs, from a seed to the first failure. */
import { estimateShortest } from '../../../lib/experiment/plan/comparison';
import { join } from 'node:path';
import fc from 'fast-check';
import { stringify } from 'yaml';
import { makeSpecs } from './spec';
import { readScripts } from '../../../lib/aws/scripts';
import { layout } from '../../../lib/shapes/layout';
import { listCopies, type Plan } from '../../../lib/shapes/plan';
import { findTarget } from '../../../lib/targets/registry';
import { FSX_TIMING } from '../../../lib/twin/cloud/fsx/timing';
import { isLocalSpec } from '../../../lib/experiment/kinds';
import { makePlan } from '../../../lib/experiment/plan/make-plan';
import { readSpec } from '../../../lib/experiment/reading/read-spec';
import { buildPriceBook } from '../../../lib/pricing/aws';
import type { Problem } from '../../../lib/shapes/problem';
import type { Log } from '../../../lib/aws/context';
import { type Rehearsal, rehearse } from '../../../lib/twin/rehearsal/rehearse';
import type { ScriptFiles } from '../../../lib/workloads/contract';
import { readMachineText } from '../../../lib/machine-files/source';
import { observeRehearsal } from '../../oracles/observe-rehearsal';

/** The result of a spec, and its problems. */
interface Judgement {
  readonly reached: 'refused' | 'over limits' | 'planned' | 'rehearsed';
  readonly faults: readonly string[];
}

/** Common inputs of all specs. */
export interface Ground {
  readonly scripts: ScriptFiles;
  readonly machineText: (name: string) => string;
}

const STARTED = Date.UTC(2026, 0, 1);
const PRICES = buildPriceBook('us-east-1');
const NAMES = { executionId: 'random', stack: 'random', startedAt: STARTED, prices: PRICES };
/** Refusals that are no mistakes of the spec. */
const LIMITS: readonly string[] = ['OverBudget', 'OverTime'];
/** Texts that no reader should see. */
const SLIPS = /\bundefined\b|\bNaN\b|\[object |\bInfinity\b/;
/**
 * Tolerance between the bill of a rehearsal without faults and its estimate, plus a cent a rig for small ones: polls
 * have intervals, and a more expensive setting is calculated as billed from its request on. Half of the smallest bills
 * is the assumed overhead of commands.
 */
const [CHEAPER, DEARER] = [0.5, 1.1];
const CENT = 0.01;

/**
 * Cost of the noise in FSx durations, US dollars. A target instance that is ready early waits for the others of its
 * rig, and each is billed until it is gone. For short experiments on expensive storage that is more than half of the
 * bill.
 */
function noiseUsd(plan: Plan): number {
  return listCopies(plan).reduce((sum, { kind, targetConfig, usdPerHour, requests }) => {
    const creating = requests.reduce((seconds, { expectedSeconds }) => seconds + expectedSeconds, 0);
    const deleting = findTarget(kind)?.resources?.teardownSeconds(targetConfig) ?? 0;
    return sum + (usdPerHour * FSX_TIMING.noise * (creating + deleting)) / 3600;
  }, 0);
}

/** Scripts and machines of a repository. */
export async function loadGround(root: string): Promise<Ground> {
  const texts = new Map<string, string>();
  const read = (name: string): string => readMachineText(root, name);
  return {
    scripts: await readScripts(join(root, 'workloads')),
    machineText: (name) => {
      const text = texts.get(name) ?? read(name);
      texts.set(name, text);
      return text;
    },
  };
}

/** Judges one; never throws. */
export async function judge(text: string, ground: Ground): Promise<Judgement> {
  try {
    return await judgeSpec(text, ground);
  } catch (error) {
    return { reached: 'refused', faults: [`threw ${error instanceof Error ? (error.stack ?? '') : String(error)}`] };
  }
}

async function judgeSpec(text: string, ground: Ground): Promise<Judgement> {
  const { spec, problems } = readSpec(text, 'random.yaml');
  if (spec === undefined) return { reached: 'refused', faults: refusalFaults(problems) };
  const planned = makePlan(spec, { ...NAMES, scripts: ground.scripts, simulated: true });
  if (!planned.ok) {
    const over = errors(planned.problems).every(({ code }) => LIMITS.includes(code));
    return { reached: over ? 'over limits' : 'refused', faults: refusalFaults(planned.problems) };
  }
  const log: string[] = [];
  const rehearsal = await rehearse({
    ...NAMES,
    experiment: planned.plan.experiment,
    input: { spec: text },
    machineText: ground.machineText,
    scripts: ground.scripts,
    log: errorsTo(log),
    observe: observeRehearsal,
  });
  const slips = slipsIn([...problems, ...planned.advice]);
  const only = isLocalSpec(spec) ? 'SpecInvalid' : undefined;
  if (only !== undefined)
    return { reached: 'planned', faults: [...slips, ...checkRefusal(rehearsal, planned.plan, only)] };
  // Admission checks the quotas of the account, which the plan cannot; nothing was created.
  if (rehearsal.error === 'QuotaTooSmall' && rehearsal.bill.usd === 0) return { reached: 'over limits', faults: slips };
  // The plan warns that the budget has less room than the variation of creates and deletes.
  const risked =
    planned.advice.some(({ code }) => code === 'NoRoundFits') &&
    planned.plan.estimate.usd + noiseUsd(planned.plan) > spec.limits.maxUsd;
  const found = (await rehearsalFaults(rehearsal)).filter(
    (fault) => !(risked && fault.startsWith('budget: OverBudget')),
  );
  return { reached: 'rehearsed', faults: [...slips, ...log, ...found] };
}

/**
 * A spec for a person's machine, or for planning only: its execution is refused by name before any cost, and its
 * estimate is a number.
 */
function checkRefusal({ error, bill }: Rehearsal, { estimate }: Plan, wanted: string): string[] {
  const faults = error === wanted ? [] : [`ended with ${error ?? 'nothing'}, not ${wanted}`];
  if (bill.usd > 0) faults.push(`cost ${bill.usd} USD`);
  return Number.isFinite(estimate.usd) && estimate.usd >= 0 ? faults : [...faults, `estimated ${estimate.usd} USD`];
}

function errors(problems: readonly Problem[]): Problem[] {
  return problems.filter(({ severity }) => severity === 'error');
}

function refusalFaults(problems: readonly Problem[]): string[] {
  return errors(problems).length === 0 ? ['refused without an error'] : slipsIn(problems);
}

function slipsIn(problems: readonly Problem[]): string[] {
  return problems.filter(({ message }) => SLIPS.test(message)).map(({ code, message }) => `${code} says: ${message}`);
}

function errorsTo(log: string[]): Log {
  return {
    info: () => undefined,
    warn: () => undefined,
    error: (message, details) => log.push(`logged: ${message} ${JSON.stringify(details ?? {})}`),
  };
}

async function rehearsalFaults({
  status,
  error,
  cause,
  plan,
  receipt,
  complaints,
  bill,
  summary,
  store,
}: Rehearsal): Promise<string[]> {
  const faults: string[] = [...complaints];
  // Random sizes may all fit into the memory of hosts: then no trial is valid, and the end must say so.
  const wanted =
    summary?.trials.every(({ excludedFor: out }) => out !== null) === true ? 'TooLittleMeasured' : undefined;
  if (error !== wanted) faults.push(`ended ${status}: ${error ?? ''} ${cause ?? ''}`);
  if (receipt?.clean !== true) faults.push(`the receipt is not clean: ${JSON.stringify(receipt)}`);
  if (plan === null || summary === null) return [...faults, 'there is no summary'];
  const { usd, lines } = plan.estimate;
  // Transfers are estimated at the maximum: highest price of all Regions, and no cache of hosts.
  const moved = lines.reduce((sum, line) => sum + (line.item.includes('(simulated)') ? line.usd : 0), 0);
  const cents = CENT * plan.rigs.length;
  const shortest = estimateShortest(plan)?.usd ?? usd;
  const [least, most] = [(shortest - moved) * CHEAPER - cents, usd * DEARER + noiseUsd(plan) + cents];
  if (bill.usd < least || bill.usd > most) faults.push(`cost ${bill.usd.toFixed(3)} USD, estimated ${usd.toFixed(3)}`);
  if (bill.unknown.length > 0) faults.push(`no price is known of ${bill.unknown.join(', ')}`);
  const counted = Object.values(summary.verdicts).reduce((sum, count) => sum + count, 0);
  // Searches and looks leave out the trials that they do not need.
  const sure = plan.trials.filter(({ guard }) => guard === undefined).length;
  const isWhole = counted >= sure && counted <= plan.trials.length;
  if (!isWhole) faults.push(`${counted} of ${plan.trials.length} trials have a verdict`);
  const { report } = layout(plan.experiment, plan.executionId);
  const html = (await store.get(report))?.text ?? '';
  const slip = SLIPS.exec(html.replaceAll(/<script[\s\S]*?<\/script>/g, ''));
  if (slip !== null) faults.push(`the report says: ${html.slice(Math.max(0, slip.index - 80), slip.index + 80)}`);
  return faults;
}

/** The options of random specs. */
interface Lots {
  readonly count: number;
  /** fast-check needs numbers; any other text draws a new one. */
  readonly seed: string;
  /** The printed path of a failing spec: repeats only that one. */
  readonly path?: string | undefined;
  /** No further spec begins after this; default: an hour. */
  readonly minutes: number | null;
}

/** @returns 0 where every spec succeeded or failed with a reason, else 1 */
export async function runRandomSpecs(root: string, lots: Lots, print: (text: string) => void): Promise<0 | 1> {
  const ground = await loadGround(root);
  const reached = { refused: 0, 'over limits': 0, planned: 0, rehearsed: 0 };
  const property = fc.asyncProperty(makeSpecs(root), async (spec) => {
    const judgement = await judge(stringify(spec), ground);
    reached[judgement.reached] += 1;
    if (judgement.faults.length > 0) throw new Error(judgement.faults.join('\n'));
  });
  const found = await fc.check(property, {
    numRuns: lots.count,
    seed: Number.isInteger(Number(lots.seed)) ? Number(lots.seed) : Date.now(),
    ...(lots.path === undefined ? {} : { path: lots.path }),
    interruptAfterTimeLimit: (lots.minutes ?? 60) * 60_000,
    markInterruptAsFailure: false,
  });
  const counts = Object.entries(reached).map(([how, count]) => `${count} ${how}`);
  print(`${found.numRuns} specs: ${counts.join(', ')}\n`);
  if (!found.failed) return 0;
  const { counterexamplePath, counterexample, errorInstance, seed } = found;
  print(`\n${(errorInstance as Error).message}\n\n${stringify(counterexample?.[0])}\n`);
  print(`npm run campaign -- --random-specs ${lots.count} --seed ${seed} --path "${counterexamplePath ?? ''}"\n`);
  return 1;
}
