/** An experiment that is tried under campaigns: what a run of one comes to. */
import { FsxbenchError } from '../../shapes/errors';
import type { Log } from '../../aws/context';
import { loadMachine } from '../../asl/interpreter/loader';
import type { Machine } from '../../asl/interpreter/machine';
import type { MachineName } from '../../shapes/machines';
import type { PriceBook } from '../../shapes/price';
import type { ScriptFiles } from '../../workloads/contract';
import { formatComplaint } from '../checkers/check';
import { type Clean, judge } from '../checkers/after/judge';
import { CALM, type Campaign } from '../faults/campaign';
import { play, type Played, type PlayOptions } from '../faults/play';

export interface SubjectOptions {
  readonly spec: string;
  readonly experiment: string;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  readonly prices: PriceBook;
  readonly machineText: (name: MachineName) => string;
  readonly scripts: ScriptFiles;
}

/** What became of a campaign: all of it can be sent to another process. */
export interface Outcome {
  /** One line each; none where all holds. */
  readonly complaints: readonly string[];
  /** Codes of the complaints, each once, sorted: what a shrunk campaign has to show as well. */
  readonly codes: readonly string[];
  readonly statuses: readonly string[];
  /** Times that each rule struck. */
  readonly struck: readonly number[];
  /** Dollars paid for what nobody needed any more, beyond what a clean teardown costs and what `personUsd` is. */
  readonly lateUsd: number;
  /** Dollars paid, to the end of what is played, for what only a person can delete. */
  readonly personUsd: number;
  readonly usedUsd: number;
  /** Virtual hours that went by. */
  readonly hours: number;
}

export interface Subject {
  readonly options: SubjectOptions;
  run(campaign: Campaign, seed: string): Promise<Outcome>;
  /** A run with nobody judging, for who listens. */
  listen(seed: string, listen: NonNullable<PlayOptions['listen']>): Promise<void>;
}

const QUIET: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** Machines do not differ from run to run: each is compiled once. */
export function subjectOf(options: SubjectOptions): Subject {
  const compiled = new Map<string, Machine>();
  const load: typeof loadMachine = (name, text, substitutions) => {
    const machine = compiled.get(name) ?? loadMachine(name, text, substitutions);
    compiled.set(name, machine);
    return machine;
  };
  const { experiment, prices } = options;
  const specUnder = ({ maxUsd }: Campaign): string =>
    maxUsd === undefined ? options.spec : options.spec.replace(/maxUsd: *[\d.]+/, `maxUsd: ${maxUsd}`);
  const played = (campaign: Campaign, seed: string, listen?: PlayOptions['listen']) =>
    play({
      ...options,
      spec: specUnder(campaign),
      campaign,
      seed,
      load,
      log: QUIET,
      ...(listen === undefined ? {} : { listen }),
    });
  /** A judge that sees nothing made and nothing paid would find everything in order. */
  const soundly = async (one: Played): Promise<Clean> => {
    const clean = await judge(one, experiment, prices);
    // On hosts of others nothing is made or paid for: there it sees what was put on them.
    if (clean.usedUsd > 0 && one.births.length > 0) return clean;
    if (one.world.registered.hosts.length > 0 && one.work.length > 0) return clean;
    throw new FsxbenchError('Unexpected', `a clean run of ${experiment} made nothing that its judge can see`);
  };
  const cleans = new Map<string, Promise<Clean>>();
  const cleanOf = (seed: string): Promise<Clean> => {
    const known = cleans.get(seed) ?? played(CALM, seed).then(soundly);
    cleans.set(seed, known);
    return known;
  };
  return {
    options,
    run: async (campaign, seed) => {
      const clean = await cleanOf(seed);
      const one = await played(campaign, seed);
      const { complaints, statuses, usedUsd, afterUsd, personUsd } = await judge(one, experiment, prices, clean);
      return {
        complaints: complaints.map(formatComplaint),
        codes: [...new Set(complaints.map(({ code }) => code))].sort(),
        statuses,
        struck: one.struck.times,
        lateUsd: Math.max(0, afterUsd - personUsd - clean.afterUsd * (1 + (campaign.beside?.count ?? 0))),
        personUsd,
        usedUsd,
        hours: (one.now - one.startedAt) / 3_600_000,
      };
    },
    listen: async (seed, listen) => void (await played({ ...CALM, hours: 1 }, seed, listen)),
  };
}
