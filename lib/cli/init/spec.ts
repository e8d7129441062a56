/** The spec that `fsxbench init` writes: text as a person would write it, with comments that say what to change. */
import { expandSpec } from '../../experiment/design/expand';
import { KINDS } from '../../experiment/kinds';
import { readSpec } from '../../experiment/reading/read-spec';
import { formatValue } from '../../results/format';
import { ensure } from '../../shapes/errors';
import type { Unit } from '../../shapes/observation';
import { UserError } from '../command';
import type { TargetKind } from '../../targets/registry';
import { quoteIfNeeded } from '../../shapes/shell-quote';
import { makeTargetNames, quotePath } from '../folder-names';
import data from './first-spec.json';

interface WorkloadFacts {
  readonly words: string;
  /** Default in the terminal without `--reach`. */
  readonly reach: string;
  /** Wording of the question: third person, infinitive, and the word before the threshold. */
  readonly does: string;
  readonly todo: string;
  readonly by: string;
  /** Settings of fio, for fio workloads; the first value of `rw` is the one in `decide`. */
  readonly fio?: { readonly bs: string; readonly iodepth: number; readonly rw: readonly string[] };
  /** Start of the section `decide`. */
  readonly decides: string;
  readonly limit: string;
  /** Unit of the threshold, for the terminal. */
  readonly unit: string;
  /** The section `workloads`, unless it is fio's; `{times}` becomes the runtime. */
  readonly workloads?: readonly string[];
}

/** What a first spec compares: the smallest set that answers a question. */
interface StorageFacts {
  /** The noun of the targets, for the question. */
  readonly rivals: string;
  /** The section `targets`, with comments; `{steps}` becomes one line per chosen step. */
  readonly targets: readonly string[];
  /** Targets or stages, smallest first, by metric. `{0}` is the first part of a step, outside of steps the largest. */
  readonly steps?: Partial<Readonly<Record<string, { readonly line: string; readonly of: readonly string[] }>>>;
  /** Number of steps to compare. */
  readonly take?: number;
  /** Fleets, smallest first; empty for targets on this machine. */
  readonly hosts: readonly string[];
  /** File size of each fio job: on AWS larger than the memory of servers and hosts; and why. */
  readonly size: string;
  readonly why: string;
}

export type WorkloadName = keyof typeof data.loads;
export const WORKLOADS: Readonly<Record<WorkloadName, WorkloadFacts>> = data.loads;
export type Decision = keyof typeof data.decisions;
export const DECISIONS: Readonly<Record<Decision, string>> = data.decisions;
const STORAGE: Readonly<Record<TargetKind, StorageFacts>> = data.storage;

/** The answers of the user. */
export interface Choices {
  readonly target: TargetKind;
  readonly load: WorkloadName;
  readonly decision: Decision;
  /** The threshold as in the spec; null without one. */
  readonly reach: string | null;
  /** Folders of this machine, as typed; empty for the examples of the kind. */
  readonly folders: readonly string[];
}

export interface FileFacts {
  /** Experiment name. */
  readonly name: string;
  /** Path as typed. */
  readonly file: string;
  /** Path of the JSON Schema, relative to the folder of the file; null without one. */
  readonly schema: string | null;
}

interface ChosenSteps {
  readonly steps: readonly string[];
  readonly hosts: string | undefined;
}

/**
 * The spec with the smallest steps and hosts whose provisioned rates meet the threshold.
 * @throws UserError `BadChoice`: the threshold is not a quantity of the workload, or no step meets it
 */
export function makeFirstSpec(choices: Choices, about: FileFacts): string {
  const { take = 1, hosts } = STORAGE[choices.target];
  const all = findSteps(choices)?.of ?? [];
  const smallest = formatSpec(choices, about, { steps: all.slice(0, take), hosts: hosts[0] });
  const { least, unit, errors } = readNeeded(smallest);
  if (errors.length > 0) throw new UserError('BadChoice', errors.map((why) => `--reach: ${why}`).join('\n'));
  if (least === null || all.length === 0) return smallest;
  let most = 0;
  for (const one of hosts) {
    const rates = all.map((step) => readProvided(formatSpec(choices, about, { steps: [step], hosts: one })));
    const enough = all.filter((_, index) => (rates[index] ?? 0) >= least);
    if (enough.length >= take || (enough.length > 0 && one === hosts.at(-1)))
      return formatSpec(choices, about, { steps: enough.slice(0, take), hosts: one });
    most = Math.max(most, ...rates);
  }
  const found = `found ${String(choices.reach)}; the maximum of a first spec for ${choices.target}`;
  throw new UserError(
    'BadChoice',
    `--reach: ${found} is ${formatValue(most, unit)}. Lower it, or choose another --target`,
  );
}

/** The minimum rate, in the base unit of its metric (null without one), and errors in the threshold. */
function readNeeded(text: string): { least: number | null; unit: Unit; errors: readonly string[] } {
  const { spec, problems } = readSpec(text, 'first');
  const decide = spec === undefined ? null : expandSpec(spec, KINDS).decide;
  const wrong = problems.filter(({ severity, path }) => severity === 'error' && path[0] === 'decide');
  const unit = decide?.metric === 'iops' ? 'ops/s' : 'bytes/s';
  return { least: decide?.atLeast ?? null, unit, errors: wrong.map(({ message }) => message) };
}

/** Provisioned rate of the deciding metric, in its base unit; infinite if the target kind has none. */
function readProvided(text: string): number {
  const { spec } = readSpec(text, 'first');
  const { decide, cells } = expandSpec(ensure(spec, 'a first experiment without a mistake'), KINDS);
  const { targetKind, targetConfig, fleet } = ensure(cells[0], 'a cell of a first experiment');
  const limits = targetKind.performance.getProvisioned(targetConfig, [fleet['client']?.instanceType ?? '']);
  return limits[decide?.metric === 'iops' ? 'iops' : 'bandwidth'] ?? Infinity;
}

/** The section `targets` with folders of the user. */
function formatFolders(paths: readonly string[]): readonly string[] {
  const names = makeTargetNames(paths);
  return [
    '# Folders of this machine. A subfolder is created in each, and deleted.',
    'targets:',
    ...paths.map((path, index) => `  ${names[index] ?? ''}: { kind: directory, path: ${quotePath(path)} }`),
  ];
}

function findSteps({ target, load }: Choices): { readonly line: string; readonly of: readonly string[] } | undefined {
  const { steps } = STORAGE[target];
  return (load === 'random' || load === 'commits' ? steps?.['iops'] : undefined) ?? steps?.['bandwidth'];
}

function formatSpec(choices: Choices, about: FileFacts, { steps, hosts }: ChosenSteps): string {
  const storage = STORAGE[choices.target];
  const { local } = ensure(KINDS.targetOf(choices.target), `the target kind ${choices.target}`);
  const load = WORKLOADS[choices.load];
  const fill = (line: string, step = steps.at(-1) ?? ''): string =>
    line.replace(/\{(\d)\}/g, (_, part: string) => step.split('|')[Number(part)] ?? '');
  const lines = steps.map((step) => fill(findSteps(choices)?.line ?? '', step));
  const given = choices.folders.length === 0 ? storage.targets : formatFolders(choices.folders);
  const targets = given.flatMap((line) =>
    line.trim() === '{steps}' ? lines.map((one) => line.replace('{steps}', one)) : [fill(line)],
  );
  const parts = [
    [...formatHead(choices, about, local), `experiment: ${about.name}`, formatQuestion(choices, load, storage, local)],
    formatFactors(load, local),
    targets,
    hosts === undefined ? [] : [...data.fleet, `fleet: { client: { ${hosts} } }`],
    formatWorkloads(load, storage, local && choices.folders.length === 0).map((line) => fill(line)),
    data.design,
    formatDecide(choices, load, local),
    local ? [] : data.limits,
  ];
  const sections = parts.filter((lines) => lines.length > 0).map((lines) => lines.join('\n'));
  return `${sections.join('\n\n')}\n`;
}

function formatHead(
  { target, load, decision, reach, folders }: Choices,
  { file, schema }: FileFacts,
  local: boolean,
): string[] {
  const reachFlag = reach === null ? '' : ` --reach ${/\s/.test(reach) ? JSON.stringify(reach) : reach}`;
  const folderFlags = folders.map((path) => ` --folder ${quoteIfNeeded(path)}`).join('');
  return [
    ...(schema === null ? [] : [`# yaml-language-server: $schema=${schema}`]),
    `# Made by: npx fsxbench init --target ${target} --workload ${load} --decide ${decision}${reachFlag}${folderFlags}`,
    ...[...data.head, local ? data.run : data.rehearse].map((line) => line.replace('{file}', () => file)),
    '#',
    '# `npx fsxbench explain NAME` explains any key or word.',
  ];
}

function formatQuestion(
  { decision, reach }: Choices,
  { todo, does, by }: WorkloadFacts,
  { rivals }: StorageFacts,
  local: boolean,
): string {
  if (decision === 'describe') return `question: How fast does each ${rivals} ${todo}?`;
  if (reach === null) return `question: Which ${rivals} ${does} fastest?`;
  return `question: Which ${rivals} ${does} ${by} ${reach}${local ? '' : ' for the least money'}?`;
}

function formatFactors({ fio, workloads = [] }: WorkloadFacts, local: boolean): readonly string[] {
  // At most two on one machine: more would copy it in memory in under a second, too short to measure.
  const workers = workloads.some((line) => line.includes('$workers')) ? `workers: [1, ${local ? 2 : 8}]` : null;
  const varied = fio === undefined ? workers : `rw: [${fio.rw.join(', ')}]`;
  const comment = '# Factors to vary. Use a value elsewhere as $NAME; targets always vary.';
  return varied === null ? [] : [comment, `factors: { ${varied} }`];
}

/** @param examples whether the folders are the examples, of which one is in memory */
function formatWorkloads(
  load: WorkloadFacts,
  { size, why, hosts }: StorageFacts,
  examples: boolean,
): readonly string[] {
  const { fio } = load;
  const local = hosts.length === 0;
  const times = local ? 'ramp_time: 1s, runtime: 11s' : 'ramp_time: 5s, runtime: 60s';
  if (fio === undefined) return (load.workloads ?? []).map((line) => line.replace('{times}', times));
  const depth = local
    ? `iodepth: ${examples ? 1 : fio.iodepth}, ramp_time: 1s, runtime: 4s`
    : `iodepth: ${fio.iodepth}, numjobs: 2, ramp_time: 15s, runtime: 60s`;
  return [
    '# The workload, as fio options. 4k = 4 KiB, 1m = 1 MiB; files are written before the first trial.',
    `# ${why}${examples ? ' One I/O at a time: a memory file system handles no more.' : ''}`,
    'workloads:',
    `  fio: { kind: fio, rw: $rw, bs: ${fio.bs}, size: ${size}, ${depth} }`,
  ];
}

function formatDecide(
  { decision, reach }: Choices,
  { decides, limit }: WorkloadFacts,
  local: boolean,
): readonly string[] {
  const better = `prefer: ${limit === 'atLeast' ? 'highest' : 'lowest'}`;
  if (decision === 'describe') return [data.nothingDecided, `# decide: { ${decides}, ${better} }`];
  if (reach === null) return ['# The question.', `decide: { ${decides}, ${better} }`];
  const quoted = /^[\w./]+( [\w./]+)*$/.test(reach) ? reach : JSON.stringify(reach);
  const limited = `decide: { ${decides}, ${limit}: ${quoted}`;
  return local
    ? [...data.decidedHere, `${limited}, ${better} }`]
    : [...data.decidedByPrice, `${limited}, prefer: cheapest }`];
}
