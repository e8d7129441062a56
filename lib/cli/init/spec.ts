/** The spec that `fsxbench init` writes: text as a person would write it, with comments that say what to change. */
import { expandSpec } from '../../experiment/design/expand';
import { KINDS } from '../../experiment/kinds';
import { readSpec } from '../../experiment/reading/read-spec';
import { formatValue } from '../../results/format';
import { ensure } from '../../shapes/errors';
import type { Unit } from '../../shapes/observation';
import { UserError } from '../command';
import type { TargetKind } from '../../targets/registry';
import data from './first-spec.json';

/** What is run, and what a spec says of it. */
interface WorkloadFacts {
  readonly words: string;
  /** Proposed on a terminal where `--reach` is not given. */
  readonly reach: string;
  /** As the question has it: who does it, and what to do; and the word before its limit. */
  readonly does: string;
  readonly todo: string;
  readonly by: string;
  /** Settings of fio, where that runs it; the first value of `rw` decides. */
  readonly fio?: { readonly bs: string; readonly iodepth: number; readonly rw: readonly string[] };
  /** Of the section `decide`. */
  readonly decides: string;
  readonly limit: string;
  /** Of the limit, for the question on a terminal. */
  readonly unit: string;
  /** The section, where it is none of `fio`; `{times}` is how long it runs. */
  readonly workloads?: readonly string[];
}

/** What a first experiment compares: small, and as little as answers something. */
interface StorageFacts {
  /** What the rivals are, for the question. */
  readonly rivals: string;
  /** Of the section `targets`, with comments; `{steps}` is a line for each step that is taken. */
  readonly targets: readonly string[];
  /**
   * Targets or stages, the smallest first, by the metric that they are chosen for; how many are taken. `{0}` is the
   * first part of a step, in all lines that of the largest that is taken.
   */
  readonly steps?: Partial<Readonly<Record<string, { readonly line: string; readonly of: readonly string[] }>>>;
  readonly take?: number;
  /** What hosts may be, in the section `fleet`, the smallest first; none where they are processes of this machine. */
  readonly hosts: readonly string[];
  /** Bytes of a file of each job of fio: on AWS more than servers and hosts keep in memory; and why. */
  readonly size: string;
  readonly why: string;
}

export type WorkloadName = keyof typeof data.loads;
export const WORKLOADS: Readonly<Record<WorkloadName, WorkloadFacts>> = data.loads;
export type Decision = keyof typeof data.decisions;
export const DECISIONS: Readonly<Record<Decision, string>> = data.decisions;
const STORAGE: Readonly<Record<TargetKind, StorageFacts>> = data.storage;

/** The answers. */
export interface Choices {
  readonly target: TargetKind;
  readonly load: WorkloadName;
  readonly decision: Decision;
  /** What is needed, as it stands in the spec; null where nobody asks for it. */
  readonly reach: string | null;
}

/** What goes with the file. */
export interface FileFacts {
  /** Of the experiment. */
  readonly name: string;
  /** As a person types it. */
  readonly file: string;
  /** Where its JSON Schema lies, from the folder of the file; null where there is none. */
  readonly schema: string | null;
}

/** The steps of its storage that a first experiment compares, and by which hosts. */
interface ChosenSteps {
  readonly steps: readonly string[];
  readonly hosts: string | undefined;
}

/**
 * The whole text: with the smallest steps that provide what is needed, all the time and through the hosts.
 * @throws UserError `BadChoice` where what is needed is no quantity of the load, or no step provides it
 */
export function makeFirstSpec(choices: Choices, about: FileFacts): string {
  const { take = 1, hosts } = STORAGE[choices.target];
  const all = findSteps(choices)?.of ?? [];
  const smallest = specText(choices, about, { steps: all.slice(0, take), hosts: hosts[0] });
  const { least, unit, errors } = readNeeded(smallest);
  if (errors.length > 0) throw new UserError('BadChoice', errors.map((why) => `--reach: ${why}`).join('\n'));
  if (least === null || all.length === 0) return smallest;
  let most = 0;
  for (const one of hosts) {
    const rates = all.map((step) => readProvided(specText(choices, about, { steps: [step], hosts: one })));
    const enough = all.filter((_, index) => (rates[index] ?? 0) >= least);
    if (enough.length >= take || (enough.length > 0 && one === hosts.at(-1)))
      return specText(choices, about, { steps: enough.slice(0, take), hosts: one });
    most = Math.max(most, ...rates);
  }
  const found = `found ${String(choices.reach)}; the most that a first experiment of ${choices.target} provides`;
  throw new UserError(
    'BadChoice',
    `--reach: ${found} is ${formatValue(most, unit)}. Lower it, or take another --target`,
  );
}

/** What has to be provided, in the base unit of its metric; null where nothing has, and what is wrong with it. */
function readNeeded(text: string): { least: number | null; unit: Unit; errors: readonly string[] } {
  const { spec, problems } = readSpec(text, 'first');
  const decide = spec === undefined ? null : expandSpec(spec, KINDS).decide;
  const wrong = problems.filter(({ severity, path }) => severity === 'error' && path[0] === 'decide');
  const unit = decide?.metric === 'iops' ? 'ops/s' : 'bytes/s';
  return { least: decide?.atLeast ?? null, unit, errors: wrong.map(({ message }) => message) };
}

/** Of the metric that decides, in its base unit; infinite where the kind of the target promises none. */
function readProvided(text: string): number {
  const { spec } = readSpec(text, 'first');
  const { decide, cells } = expandSpec(ensure(spec, 'a first experiment without a mistake'), KINDS);
  const { targetKind, targetConfig, fleet } = ensure(cells[0], 'a cell of a first experiment');
  const limits = targetKind.getProvisioned(targetConfig, [fleet['client']?.instanceType ?? '']);
  return limits[decide?.metric === 'iops' ? 'iops' : 'bandwidth'] ?? Infinity;
}

function findSteps({ target, load }: Choices): { readonly line: string; readonly of: readonly string[] } | undefined {
  const { steps } = STORAGE[target];
  return (load === 'random' || load === 'commits' ? steps?.['iops'] : undefined) ?? steps?.['bandwidth'];
}

function specText(choices: Choices, about: FileFacts, { steps, hosts }: ChosenSteps): string {
  const storage = STORAGE[choices.target];
  const { local } = ensure(KINDS.targetOf(choices.target), `the target kind ${choices.target}`);
  const load = WORKLOADS[choices.load];
  const fill = (line: string, step = steps.at(-1) ?? ''): string =>
    line.replace(/\{(\d)\}/g, (_, part: string) => step.split('|')[Number(part)] ?? '');
  const lines = steps.map((step) => fill(findSteps(choices)?.line ?? '', step));
  const targets = storage.targets.flatMap((line) =>
    line.trim() === '{steps}' ? lines.map((one) => line.replace('{steps}', one)) : [fill(line)],
  );
  const parts = [
    [...headLines(choices, about, local), `experiment: ${about.name}`, questionLine(choices, load, storage, local)],
    factorLines(load, local),
    targets,
    hosts === undefined ? [] : [...data.fleet, `fleet: { client: { ${hosts} } }`],
    workloadLines(load, storage, local).map((line) => fill(line)),
    data.design,
    decideLines(choices, load, local),
    local ? [] : data.limits,
  ];
  const sections = parts.filter((lines) => lines.length > 0).map((lines) => lines.join('\n'));
  return `${sections.join('\n\n')}\n`;
}

function headLines({ target, load, decision, reach }: Choices, { file, schema }: FileFacts, local: boolean): string[] {
  const asked = reach === null ? '' : ` --reach ${/\s/.test(reach) ? JSON.stringify(reach) : reach}`;
  return [
    ...(schema === null ? [] : [`# yaml-language-server: $schema=${schema}`]),
    `# Made by: npx fsxbench init --target ${target} --workload ${load} --decide ${decision}${asked}`,
    ...[...data.head, local ? data.run : data.rehearse].map((line) => line.replace('{file}', () => file)),
    '#',
    '# `npx fsxbench explain NAME` says what any key or word of it means.',
  ];
}

function questionLine(
  { decision, reach }: Choices,
  { todo, does, by }: WorkloadFacts,
  { rivals }: StorageFacts,
  local: boolean,
): string {
  if (decision === 'describe') return `question: How quickly does each ${rivals} ${todo}?`;
  if (reach === null) return `question: Which ${rivals} ${does} fastest?`;
  return `question: Which ${rivals} ${does} ${by} ${reach}${local ? '' : ' for the least money'}?`;
}

function factorLines({ fio, workloads = [] }: WorkloadFacts, local: boolean): readonly string[] {
  // Two at most on one machine: more copy it in memory in less than a second, which is no measurement.
  const workers = workloads.some((line) => line.includes('$workers')) ? `workers: [1, ${local ? 2 : 8}]` : null;
  const varied = fio === undefined ? workers : `rw: [${fio.rw.join(', ')}]`;
  const comment = '# What is varied. A value is used elsewhere as $NAME; targets vary by themselves.';
  return varied === null ? [] : [comment, `factors: { ${varied} }`];
}

function workloadLines(load: WorkloadFacts, { size, why }: StorageFacts, local: boolean): readonly string[] {
  const { fio } = load;
  const times = local ? 'ramp_time: 1s, runtime: 11s' : 'ramp_time: 5s, runtime: 60s';
  if (fio === undefined) return (load.workloads ?? []).map((line) => line.replace('{times}', times));
  const depth = local
    ? 'iodepth: 1, ramp_time: 1s, runtime: 4s'
    : `iodepth: ${fio.iodepth}, numjobs: 2, ramp_time: 15s, runtime: 60s`;
  return [
    "# What is run, in fio's own words. 4k = 4 KiB, 1m = 1 MiB; files are written before the first trial.",
    `# ${why}${local ? ' One I/O at a time: a file system in memory takes no more.' : ''}`,
    'workloads:',
    `  fio: { kind: fio, rw: $rw, bs: ${fio.bs}, size: ${size}, ${depth} }`,
  ];
}

function decideLines(
  { decision, reach }: Choices,
  { decides, limit }: WorkloadFacts,
  local: boolean,
): readonly string[] {
  const better = `prefer: ${limit === 'atLeast' ? 'highest' : 'lowest'}`;
  if (decision === 'describe') return [data.nothingDecided, `# decide: { ${decides}, ${better} }`];
  if (reach === null) return ['# What must be answered.', `decide: { ${decides}, ${better} }`];
  const quoted = /^[\w./]+( [\w./]+)*$/.test(reach) ? reach : JSON.stringify(reach);
  const limited = `decide: { ${decides}, ${limit}: ${quoted}`;
  return local
    ? [...data.decidedHere, `${limited}, ${better} }`]
    : ['# What must be answered: put your own limit here.', `${limited}, prefer: cheapest }`];
}
