/** What a tool under Open MPI is: one job over all hosts of a role, in phases one after the other. */
import type * as z from 'zod';
import type { StepWork } from '../../shapes/file-operation';
import type { LimitedRates, LimitName, Metric, Metrics, IoDirection } from '../../shapes/metric';
import type { Problem } from '../../shapes/problem';
import type { ToolResult } from '../../shapes/tool-result';
import type { Reason } from '../../shapes/verdict';
import type { HostRaw } from '../contract';
import type { Demand, UnitOfWork } from '../demand';
import { toMpiCall } from './call';
import type { Letters } from './options';
import type { Ranks } from './ranks';

export type MpiKind = 'ior' | 'mdtest';

export interface MpiParams extends Ranks {
  /** Role whose hosts run the processes. */
  readonly role: string;
}

/** What all processes do before the next phase begins. */
export interface MpiPhase {
  /** As reports of the tool name it. */
  readonly row: string;
  readonly metric: string;
  readonly words: string;
  /** What is paid for holds it; null: nothing does. */
  readonly limit: LimitName | null;
  /** Where its bytes go; left out: it counts operations. */
  readonly moves?: IoDirection;
}

/** How much a job is. */
export interface MpiSize {
  /** How often all phases are gone through: the figure of a trial is their mean. */
  readonly repeats: number;
  /** What all processes do in one phase: bytes or files, as its rate counts them. */
  readonly amount: number;
  /** The same in units of {@link Demand}. */
  readonly units: number;
  readonly workingBytes: number;
  /** In how many directories processes work, where that matters. */
  readonly directories?: number;
  /** Of all repeats together. */
  readonly work: Omit<StepWork, 'ofAll' | 'inFlight'>;
}

/** What a tool leaves, and says of itself. */
export interface MpiOutput<P extends MpiParams> {
  /** The file in which the leader leaves it. */
  readonly file: string;
  readonly letters: Letters;
  parse(text: string): ToolResult;
  /** What the job was, in numbers; null where it does not say all of it. */
  parseJob(text: string): Readonly<Record<string, number>> | null;
  /** What that must be. */
  expectJob(params: P, nodes: number): Readonly<Record<string, number>>;
}

/** What one phase asks of the storage for one unit. */
export type MpiDemand = Omit<UnitOfWork, 'sequential'> & Pick<Demand, 'buffered'> & { readonly sequential?: boolean };

/** @example `IOR` in `ior/ior.ts` */
export interface MpiTool<K extends MpiKind = MpiKind, P extends MpiParams = MpiParams> {
  readonly kind: K;
  readonly summary: string;
  readonly schema: z.ZodType<P>;
  readonly unit: 'bytes/s' | 'ops/s';
  readonly phases: readonly MpiPhase[];
  /** What gives a phase more to do. */
  readonly setting: string;
  /** To plan with: rate of one process; that of all so slow that something hangs, and the least until then. Assumed. */
  readonly pace: { readonly ofProcess: number; readonly least: number; readonly leastSeconds: number };
  readonly output: MpiOutput<P>;
  check(params: P): readonly Problem[];
  /** What so many hosts cannot do of what was asked. */
  checkHosts(params: P, hosts: number): readonly Problem[];
  /** Of the tool, with the places of `call.ts`. */
  readonly argv: (params: P) => readonly string[];
  size(params: P): MpiSize;
  demand(params: P, phase: MpiPhase): MpiDemand;
  /** Of all hosts; left out: nothing. */
  judgeHosts?(hosts: readonly HostRaw[], params: P): readonly Reason[];
  /** Where the memory of hosts may have answered; never asked of storage that is memory itself. */
  judgeMemory(raw: HostRaw, nodes: number, params: P): readonly Reason[];
}

/** The metrics of a tool, by name. */
export function toMetrics({ phases, unit }: Pick<MpiTool, 'phases' | 'unit'>): Metrics {
  const rate = (words: string): Metric => ({
    unit,
    better: 'higher',
    words,
    column: true,
    overHosts: 'sum',
    statistic: 'mean',
  });
  return Object.fromEntries(phases.map(({ metric, words }) => [metric, rate(words)]));
}

/** Phases are held one after the other. */
export function toLimits({ phases }: Pick<MpiTool, 'phases'>): readonly LimitedRates[] {
  return phases.flatMap(({ metric, limit, moves }): readonly LimitedRates[] => {
    if (limit === null) return [];
    if (moves === undefined) return [{ of: null, bytes: null, operations: { metric, limit } }];
    return [{ of: null, bytes: { metric, limit, moves }, operations: null }];
  });
}

/** The whole call on so many hosts. @param known see {@link toMpiCall} */
export function toToolCall<P extends MpiParams>(
  { kind, argv }: MpiTool<MpiKind, P>,
  params: P,
  hosts: number,
  known: Parameters<typeof toMpiCall>[2] = {},
): readonly string[] {
  return toMpiCall({ tool: kind, ranks: params.ranks, argv: argv(params) }, hosts, known);
}
