/** An experiment that runs under campaigns, and the result of one run. */
import { formatComplaint } from '../../lib/twin/checkers/facts';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parse, stringify } from 'yaml';
import { readScripts } from '../../lib/aws/scripts';
import { isLocalSpec } from '../../lib/experiment/kinds';
import { makePlan } from '../../lib/experiment/plan/make-plan';
import { readSpec } from '../../lib/experiment/reading/read-spec';
import { buildPriceBook } from '../../lib/pricing/aws';
import type { Plan } from '../../lib/shapes/plan';
import { UsageError } from '../options';
import { FsxbenchError } from '../../lib/shapes/errors';
import type { Log } from '../../lib/aws/context';
import type { MachineName } from '../../lib/shapes/machines';
import type { PriceBook } from '../../lib/shapes/price';
import type { ScriptFiles } from '../../lib/workloads/contract';
import { type CampaignResult, type Clean, judge } from './judge/judge';
import { CALM, type Campaign } from './faults/campaign';
import { makePlaceRecorder, type Places } from './places';
import { shrinkSpec } from './shrink-spec';
import { play, type CampaignRun } from './faults/run-campaign';
import { makeMachineReader } from '../machines/machine-reader';

interface SubjectOptions {
  readonly spec: string;
  readonly experiment: string;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  readonly prices: PriceBook;
  readonly machineText: (name: MachineName) => string;
  readonly scripts: ScriptFiles;
}

/** Result of a campaign, serializable for another process. */
export interface Outcome {
  /** One line each; none where all promises hold. */
  readonly complaints: readonly string[];
  /** Unique codes of the complaints, sorted: a minimized campaign must show them too. */
  readonly codes: readonly string[];
  readonly statuses: readonly string[];
  /** How often each rule applied. */
  readonly struck: readonly number[];
  /** Cost of unneeded resources in dollars, beyond a clean teardown and `personUsd`. */
  readonly lateUsd: number;
  /** Cost until the end of the run for resources that only a person can delete, dollars. */
  readonly personUsd: number;
  readonly usedUsd: number;
  /** All costs of the run. */
  readonly paidUsd: number;
  /** Virtual hours of the run. */
  readonly hours: number;
  /** Whether a file system changed during a trial. */
  readonly hasChangedUnderLoad: boolean;
  /** Where a rule never applied: the places of this run, for another one. */
  readonly places?: Places;
}

export interface Subject {
  readonly options: SubjectOptions;
  run(campaign: Campaign, seed: string): Promise<Outcome>;
  /** The same with everything that was observed, which stays in this process. */
  observe(campaign: Campaign, seed: string): Promise<{ readonly outcome: Outcome; readonly played: CampaignRun }>;
  /** Where faults are possible in its run without faults. */
  findPlaces(seed: string): Promise<Places>;
}

/** The state of `trial-batch` in which a file system changes during a trial. */
const CHANGE_STATE = 'CommandsAndChange';

/** Virtual hours of a run without faults after its end. */
const CLEAN_HOURS = 4;

const QUIET: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };

export function makeSubject(options: SubjectOptions): Subject {
  const { experiment, prices } = options;
  const specUnder = ({ maxUsd }: Campaign): string => {
    if (maxUsd === undefined) return options.spec;
    const spec = parse(options.spec) as { readonly limits?: object };
    return stringify({ ...spec, limits: { ...spec.limits, maxUsd } });
  };
  const playUnder = async (campaign: Campaign, seed: string) => {
    const { listen, places } = makePlaceRecorder();
    const played = await play({ ...options, spec: specUnder(campaign), campaign, seed, log: QUIET, listen });
    return { played, places: places() };
  };
  /** The run without faults for comparison; played once for each seed. After some hours nothing changes any more. */
  const playClean = async (seed: string) => {
    const { played, places } = await playUnder({ ...CALM, hours: CLEAN_HOURS }, seed);
    const clean = await judge(played, experiment, prices);
    assertSound(clean, played);
    return { clean, places };
  };
  /** A judge without creations and costs would find no problem. External hosts cost nothing, but work. */
  const assertSound = ({ usedUsd }: Clean, { creations, deployment, work }: CampaignRun): void => {
    if (usedUsd > 0 && creations.length > 0) return;
    if (deployment.registered.hosts.length > 0 && work.length > 0) return;
    throw new FsxbenchError('Unexpected', `a clean run of ${experiment} made nothing that its judge can see`);
  };
  const cleans = new Map<string, ReturnType<typeof playClean>>();
  const findClean = (seed: string): ReturnType<typeof playClean> => {
    const known = cleans.get(seed) ?? playClean(seed);
    cleans.set(seed, known);
    return known;
  };
  const observe: Subject['observe'] = async (campaign, seed) => {
    const { clean } = await findClean(seed);
    const { played, places } = await playUnder(campaign, seed);
    return { outcome: toOutcome(await judge(played, experiment, prices, clean), played, places, clean), played };
  };
  return {
    options,
    observe,
    run: async (campaign, seed) => (await observe(campaign, seed)).outcome,
    findPlaces: async (seed) => (await findClean(seed)).places,
  };
}

function toOutcome(
  { complaints, statuses, usedUsd, afterUsd, personUsd }: CampaignResult,
  { campaign, struck, startedAt, now }: CampaignRun,
  places: Places,
  clean: Clean,
): Outcome {
  return {
    complaints: complaints.map(formatComplaint),
    codes: [...new Set(complaints.map(({ code }) => code))].sort(),
    statuses,
    struck: struck.times,
    lateUsd: Math.max(0, afterUsd - personUsd - clean.afterUsd * (1 + (campaign.beside?.count ?? 0))),
    personUsd,
    usedUsd,
    paidUsd: usedUsd + afterUsd,
    hours: (now - startedAt) / 3_600_000,
    hasChangedUnderLoad: places.states.some(({ state }) => state === CHANGE_STATE),
    ...(struck.times.includes(0) ? { places } : {}),
  };
}

/** Everything that another process needs to repeat it. */
export interface SubjectFile {
  /** Its path as given. */
  readonly file: string;
  readonly experiment: string;
  /** The spec of the runs: the original, or a smaller one of the same shape. */
  readonly text: string;
  readonly leftOut: readonly string[];
  /** Of the smaller one. */
  readonly trials: number;
  readonly region: string;
  /** Epoch milliseconds. */
  readonly startedAt: number;
}

/** Paths of the shipped experiments that can be rehearsed. */
export function listShippedSpecs(root: string): string[] {
  const folder = join(root, 'experiments');
  return readdirSync(folder)
    .filter((name) => name.endsWith('.yaml'))
    .map((name) => relative(root, join(folder, name)))
    .filter((file) => {
      const { spec } = readSpec(readFileSync(join(root, file), 'utf8'), file);
      return spec !== undefined && !isLocalSpec(spec);
    });
}

/** Fixed start of the virtual time, so that the same seed gives the same result. */
const START = Date.UTC(2026, 0, 1);
const REGION = 'us-east-1';

/**
 * Reads and checks one spec.
 * @param whole do not shrink it
 * @throws UsageError where it cannot be rehearsed
 */
export async function makeSubjectFile(root: string, file: string, whole: boolean): Promise<SubjectFile> {
  const scripts = await readScripts(join(root, 'workloads'));
  const names = {
    executionId: 'simulated',
    stack: 'simulated',
    startedAt: START,
    prices: buildPriceBook(REGION),
    scripts,
  };
  const planOf = (text: string): Plan | undefined => {
    const { spec } = readSpec(text, file);
    const planned = spec === undefined ? undefined : makePlan(spec, names);
    return planned?.ok === true ? planned.plan : undefined;
  };
  if (!existsSync(file)) throw new UsageError(`--spec: ${file}: there is no such file`);
  const given = readFileSync(file, 'utf8');
  const plan = planOf(given);
  if (plan === undefined) throw new UsageError(`${file}: is no sound spec; \`npx fsxbench validate ${file}\` says why`);
  if (plan.local) throw new UsageError(`${file}: its targets are of this machine; only what needs AWS is simulated`);
  const smaller = whole ? { text: given, leftOut: [] } : shrinkSpec(given);
  // Use the original where the smaller one is invalid.
  const planned = planOf(smaller.text);
  const { text, leftOut } = planned === undefined ? { text: given, leftOut: [] } : smaller;
  const { trials, experiment } = planned ?? plan;
  return { file, experiment, text, leftOut, trials: trials.length, region: REGION, startedAt: START };
}

/** Loads it in this process. */
export async function loadSubjects(root: string, files: readonly SubjectFile[]): Promise<Subject[]> {
  const scripts = await readScripts(join(root, 'workloads'));
  const machineText = makeMachineReader(root);
  return files.map(({ text, experiment, startedAt, region }) =>
    makeSubject({ spec: text, experiment, startedAt, prices: buildPriceBook(region), machineText, scripts }),
  );
}
