/** Experiments that are simulated: from files to what can be run, here or in another process. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { readScripts } from '../../aws/scripts';
import { notBuiltIn } from '../../experiment/reading/not-built';
import { readSpec } from '../../experiment/reading/read';
import { bookOf } from '../../pricing/aws';
import type { MachineName } from '../../shapes/machines';
import { isLocal } from '../../experiment/kinds';
import { smallerOf } from '../../twin/simulate/small';
import { type Subject, subjectOf } from '../../twin/simulate/subject';
import { checkSpec } from '../check-spec';
import { type Cli, UserError } from '../command';
import { readSpecText } from '../spec-file';

/** All that another process needs to make the same of it. */
export interface SubjectFile {
  /** As the user named it. */
  readonly file: string;
  readonly experiment: string;
  /** What is run: the whole, or a smaller one of the same shape. */
  readonly text: string;
  readonly leftOut: readonly string[];
  /** Of the smaller one. */
  readonly trials: number;
  readonly region: string;
  /** Epoch milliseconds. */
  readonly startedAt: number;
}

/** The experiments that come with the program and can be rehearsed. */
export function shipped({ root, cwd }: Cli): string[] {
  const folder = join(root, 'experiments');
  return readdirSync(folder)
    .filter((name) => name.endsWith('.yaml'))
    .map((name) => relative(cwd, join(folder, name)))
    .filter((file) => {
      const { spec } = readSpec(readFileSync(resolve(cwd, file), 'utf8'), file);
      if (spec === undefined || notBuiltIn(spec) !== undefined) return false;
      return !isLocal(spec);
    });
}

/**
 * Reads and checks one spec.
 * @param whole not the smaller one
 * @throws UserError where it is none that can be rehearsed
 */
export async function subjectFile(
  cli: Cli,
  file: string,
  options: { readonly whole: boolean; readonly startedAt: number; readonly region: string },
): Promise<SubjectFile> {
  const { whole, startedAt, region } = options;
  const given = readSpecText(cli, file);
  const names = { executionId: 'simulated', stack: 'simulated', startedAt, prices: bookOf(region) };
  const planOf = async (text: string) => (await checkSpec(cli, { file, text }, names)).planned?.plan;
  const plan = await planOf(given);
  if (plan === undefined)
    throw new UserError('UnreadableSpec', `${file}: is no sound spec; \`fsxbench validate ${file}\` says why`);
  const later = notBuiltIn(plan.spec);
  if (later !== undefined) throw new UserError('NotBuilt', `${file}: ${later.message}`);
  if (plan.local)
    throw new UserError('UnreadableSpec', `${file}: its targets are of this machine; only what needs AWS is simulated`);
  const smaller = whole ? { text: given, leftOut: [] } : smallerOf(given);
  // Where leaving something out breaks it, the whole is run.
  const planned = await planOf(smaller.text);
  const { text, leftOut } = planned === undefined ? { text: given, leftOut: [] } : smaller;
  const { trials, experiment } = planned ?? plan;
  return { file, experiment, text, leftOut, trials: trials.length, region, startedAt };
}

/** Makes it runnable in this process. */
export async function loadSubjects(root: string, files: readonly SubjectFile[]): Promise<Subject[]> {
  const scripts = await readScripts(join(root, 'workloads'));
  const texts = new Map<MachineName, string>();
  const machineText = (name: MachineName): string => {
    const text = texts.get(name) ?? readFileSync(join(root, 'state-machines', `${name}.asl.json`), 'utf8');
    texts.set(name, text);
    return text;
  };
  return files.map(({ text, experiment, startedAt, region }) =>
    subjectOf({ spec: text, experiment, startedAt, prices: bookOf(region), machineText, scripts }),
  );
}
