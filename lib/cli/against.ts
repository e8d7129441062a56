/** `--against BASELINE`: reads two versions of a spec, and makes one that compares them. */
import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { stringify } from 'yaml';
import { expandSpec } from '../experiment/design/expand';
import { adaptKinds } from '../experiment/kinds';
import type { Mapping } from '../experiment/language/mapping';
import { readYaml } from '../experiment/language/yaml';
import { mergeSides } from '../experiment/reading/merge-sides';
import { readSpec } from '../experiment/reading/read-spec';
import { computeExcludedLoss, countUnitsToExclude, toGateDesign } from '../results/answer/gate-power';
import { formatRough } from '../results/answer/phrases';
import { pluralize } from '../results/format';
import { layout } from '../shapes/layout';
import { toPrintable } from '../shapes/printable';
import { parseShare, QuantityError } from '../shapes/quantity';
import type { Spec } from '../shapes/spec';
import { checkSpec } from './check-spec';
import { type Cli, type Options, UserError } from './command';
import { findExecutionFolder, readPlan } from './execution-folder';
import { toText } from './options';
import { readSpecFile, type SpecText, type TextReader } from './spec-file';
import { openWorkspace, pickPrices } from './workspace';

/** More replicates than this are no gate: it would take hours. */
const REPLICATES_MAX = 20;

/**
 * Reads a spec; with `--against`, the spec that compares it with a baseline.
 * @throws UserError if either side cannot be read, or they cannot be compared
 */
export async function readSpecOrSides(cli: Cli, file: string, options: Options): Promise<MergedText> {
  const now = readSpecFile(cli, [file]);
  const baseline = toText(options['against']);
  if (baseline !== undefined)
    return mergeSpecs(cli, { now, before: readBaseline(cli, file, baseline), command: `plan ${file}` }, options);
  readAllow(options);
  return now;
}

type MergedText = SpecText & { readonly isMerged?: true };

export interface SpecSides {
  readonly now: SpecText;
  readonly before: SpecText;
  /** The command that makes the merged spec, without `--against`. */
  readonly command: string;
}

/**
 * The spec that compares two specs by the options `--against` and `--allow`. If the new one has problems, it is
 * returned, so that they are printed with its own lines.
 * @throws UserError if they cannot be compared
 */
export async function mergeSpecs(cli: Cli, { now, before, command }: SpecSides, options: Options): Promise<MergedText> {
  const allow = readAllow(options);
  const { spec } = readSpec(now.text, now.file);
  if (spec === undefined) return now;
  const merged = mergeSides({
    now: readYaml(now.text).value as Mapping,
    before: (readYaml(before.text).value ?? {}) as Mapping,
    metric: findMetric(spec),
    allow,
  });
  if ('refusals' in merged)
    throw new UserError(
      'NotComparable',
      merged.refusals.map((why) => `${now.file} against ${before.file}: ${why}`).join('\n'),
    );
  const { differences } = merged;
  const against = `--against ${toText(options['against']) ?? ''}`;
  const head = [`Made by: npx fsxbench ${command} ${against}`, ...differences].map(toPrintable);
  const body = stringify(merged.spec, { lineWidth: 110, aliasDuplicateObjects: false });
  const text = `${head.map((line) => `# ${line}\n`).join('')}${body}`;
  const sides = { file: `${now.file} ${against}`, text };
  cli.err.write(differences.map((line) => `compares ${toPrintable(line)}\n`).join(''));
  await refuseUnreachable(cli, sides);
  return { ...sides, isMerged: true };
}

/** The loss to exclude, as a share. @throws UserError if it is none, or nothing is compared */
export function readAllow(options: Options): number | undefined {
  const given = toText(options['allow']);
  if (given === undefined) return undefined;
  if (options['against'] === undefined)
    throw new UserError('WrongUsage', '--allow: the loss to exclude against a baseline; name it with --against');
  try {
    return parseShare(given, 0.01, 0.9);
  } catch (error) {
    if (error instanceof QuantityError) throw new UserError('BadOption', `--allow: ${error.message}`);
    throw error;
  }
}

/** The first metric of the first configuration. */
function findMetric(spec: Spec): { readonly metric: string; readonly operation: string | null } {
  const [first] = expandSpec(spec, adaptKinds(spec.fleet)).cells;
  const [group] = first?.workloadKind.listMetrics(first.params) ?? [];
  return { metric: group?.metrics[0] ?? 'elapsed', operation: group?.operation ?? null };
}

/** @param file path of the spec, also at a git reference. @throws UserError if it is none of the three */
function readBaseline(cli: Cli, file: string, baseline: string): SpecText {
  if (statSync(resolve(cli.cwd, baseline), { throwIfNoEntry: false })?.isFile() === true)
    return readSpecFile(cli, [baseline]);
  const folder = findExecutionFolder(cli.cwd, baseline);
  if (folder !== undefined) {
    const { experiment, executionId } = readPlan(folder, baseline);
    return readSpecFile(cli, [join(relative(cli.cwd, folder), basename(layout(experiment, executionId).spec))]);
  }
  const reader = makeGitReader(cli, file, baseline);
  if (reader === null)
    throw new UserError(
      'BadOption',
      `--against: found '${baseline}'; allowed: a spec file, a git reference of ${file} (e.g. main), or the folder ` +
        'or name of an execution on this machine',
    );
  return { ...readSpecFile(cli, [file], reader), file: `${baseline}:${file}` };
}

/** Reads files at a commit; null if it is no git reference. @param file path of a file of the repository */
export function makeGitReader({ cwd }: Cli, file: string, reference: string): TextReader | null {
  const folder = dirname(resolve(cwd, file));
  const git = (...args: readonly string[]): string =>
    execFileSync('git', ['-C', folder, ...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  try {
    git('rev-parse', '--verify', '--quiet', '--end-of-options', `${reference}^{commit}`);
  } catch {
    return null;
  }
  return (path, most) => {
    try {
      const text = git('show', '--end-of-options', `${reference}:./${relative(folder, resolve(cwd, path))}`);
      return text.length > most ? { why: `has more than ${most} bytes at ${reference}` } : { text };
    } catch (error) {
      const [why = ''] = String((error as { readonly stderr?: unknown }).stderr ?? error).split('\n');
      return { why: `cannot be read at ${reference} (${why})` };
    }
  };
}

/** Refuses a loss that no sensible number of replicates excludes, before anything costs money. */
async function refuseUnreachable(cli: Cli, sides: SpecText): Promise<void> {
  const workspace = await openWorkspace(cli, pickPrices(undefined), sides.text);
  const { planned, overLimits } = checkSpec(workspace, sides, {
    executionId: 'against',
    stack: 'local',
    startedAt: Date.now(),
  });
  const plan = planned?.plan ?? overLimits;
  const design = plan === undefined ? null : toGateDesign(plan);
  const allowed = plan?.decide?.noWorse;
  // Several blocks measure how instances differ: the plan says what they exclude.
  if (plan === undefined || design === null || allowed === undefined || plan.spec.design.blocks > 1) return;
  if (countUnitsToExclude(allowed, design, REPLICATES_MAX) !== null) return;
  const least = Math.ceil(100 * computeExcludedLoss({ ...design, units: REPLICATES_MAX }));
  const where = design.isShared ? 'on the same storage' : 'on storage created for each side';
  throw new UserError(
    'BadOption',
    `--allow: ${pluralize(design.pairs, 'pair')} ${where} cannot exclude a loss of ${formatRough(allowed)} with ` +
      `${REPLICATES_MAX} replicates. Allow ${least}%${design.isShared ? '' : ', or set design: { blocks: 5 }'}`,
  );
}
