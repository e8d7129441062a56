/** `fsxbench rehearse`: executions in virtual time, in a simulated account. Creates and bills nothing. */
import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import pc from 'picocolors';
import type { MachineName } from '../../shapes/machines';
import { isLocalSpec } from '../../experiment/kinds';
import { getCellsKey, layout, getObservationsKey } from '../../shapes/layout';
import type { Plan } from '../../shapes/plan';
import { toPrintable } from '../../shapes/printable';
import type { Problem } from '../../shapes/problem';
import type { Spec } from '../../shapes/spec';
import { type Rehearsal, rehearse } from '../../twin/rehearsal/rehearse';
import type { CallRecord } from '../../twin/cloud/service';
import { openCallLog } from '../call-log';
import { checkSpec, printRefusal } from '../check-spec';
import { type Cli, type Options, UserError } from '../command';
import { EXIT, type ExitCode, computeExitCode, findRefusalCode } from '../exit-code';
import { pickExecutionName, readSeed, toText } from '../options';
import { makeErrorLog } from '../../local/deployment';
import { getLocalFolders, prepareFolder } from '../../local/working-folder';
import { openDisplay } from '../text/display';
import { formatProblems, supportsColour } from '../text/problems';
import { Progress, formatProgress } from '../text/progress';
import { type Workspace, openWorkspace, loadPrices, describeOtherRegion } from '../workspace';
import { formatRehearsalJson, formatRehearsal } from '../text/rehearse-text';
import { readSpecOrSides } from '../against';
import type { SpecText } from '../spec-file';
import { readMachineText } from '../../machine-files/source';

/** Start of every rehearsal: fixed, so that the same seed gives the same result. */
const START = Date.UTC(2026, 0, 1);

/** Exit codes for several specs: the first of them that any spec has. */
const SEVEREST_FIRST = [EXIT.left, EXIT.usage, EXIT.refused, EXIT.tooLittle, EXIT.open, EXIT.against] as const;

/** A spec that can be rehearsed. */
interface CheckedSpecFile extends SpecText {
  readonly workspace: Workspace;
  readonly problems: readonly Problem[];
  readonly plan: Plan;
}

/** The document is for `--json`. */
type SpecResult = readonly [code: ExitCode, document: unknown];

/** @returns see `lib/cli/exit-code.ts`; for several specs the most severe code */
export async function run(cli: Cli, args: readonly string[], options: Options): Promise<ExitCode> {
  const json = options['json'] === true;
  const executionId = pickExecutionName(toText(options['name']) ?? 'rehearsal', START);
  const seed = readSeed(options['seed']);
  const { book } = loadPrices(cli, options);
  if (!json) cli.err.write(describeOtherRegion(options, book));
  const checked: CheckedSpecFile[] = [];
  const refusals: ExitCode[] = [];
  for (const file of args) {
    const spec = await readSpecOrSides(cli, file, options);
    const workspace = await openWorkspace(cli, book, spec.text);
    const names = { executionId, stack: executionId };
    const found = checkSpec(workspace, spec, { ...names, startedAt: START, seed, rule: refuseLocal });
    if (found.planned === undefined) {
      refusals.push(printRefusal(cli, spec, found, json));
      // One JSON document is printed.
      if (json) break;
    } else checked.push({ ...spec, workspace, problems: found.problems, plan: found.planned.plan });
  }
  if (refusals.length > 0) return pickSeverest(refusals);
  const twice = checked.find(({ plan }, at) =>
    checked.some((one, i) => i < at && one.plan.experiment === plan.experiment),
  );
  if (twice !== undefined)
    throw new UserError(
      'BadOption',
      `${toPrintable(twice.file)}: another file is also of experiment '${twice.plan.experiment}', and would replace ` +
        'its report; rehearse them one by one with different --name',
    );
  const calls = openCallLog(cli, options['calls']);
  prepareFolder(cli.cwd);
  const results: SpecResult[] = [];
  for (const spec of checked)
    results.push(await rehearseSpec(cli, spec, { executionId, seed, json, calls, isOneOfSeveral: checked.length > 1 }));
  calls.close();
  const documents = results.map(([, document]) => document);
  if (json) cli.out.write(`${JSON.stringify(documents.length === 1 ? documents[0] : documents, null, 2)}\n`);
  return pickSeverest(results.map(([code]) => code));
}

function pickSeverest(codes: readonly ExitCode[]): ExitCode {
  return SEVEREST_FIRST.find((code) => codes.includes(code)) ?? codes[0] ?? EXIT.done;
}

interface RehearseOptions {
  readonly executionId: string;
  readonly seed: string | undefined;
  readonly json: boolean;
  readonly calls: ReturnType<typeof openCallLog>;
  readonly isOneOfSeveral: boolean;
}

async function rehearseSpec(
  cli: Cli,
  { file, text, workspace, problems, plan }: CheckedSpecFile,
  { executionId, seed, json, calls, isOneOfSeveral }: RehearseOptions,
): Promise<SpecResult> {
  const { experiment } = plan;
  const { prices, scripts } = workspace;
  const usual = String(plan.spec.design.seed ?? executionId);
  if (!json) cli.err.write(formatProblems(problems, file, text, supportsColour(cli.err)));
  const rehearsal = await showProgress(cli, plan, (see) =>
    rehearse({
      experiment,
      executionId,
      // The report names the seed of the plan: given explicitly, it must change nothing.
      input: { spec: text, ...(seed === undefined || seed === usual ? {} : { seed }) },
      startedAt: START,
      prices,
      machineText: (name: MachineName) => readMachineText(cli.root, name),
      scripts,
      log: makeErrorLog(cli),
      record: (call) => {
        calls.write(call);
        see(call);
      },
    }),
  );
  const report = await saveResults(cli, rehearsal, experiment, executionId);
  const { region } = prices;
  const colours = pc.createColors(supportsColour(cli.out));
  const title = isOneOfSeveral ? `${experiment}, ${toPrintable(file)}` : null;
  if (!json) cli.out.write(formatRehearsal(rehearsal, { colours, region, report, title }));
  const { receipt, complaints, error, summary } = rehearsal;
  const clean = receipt?.clean === true && receipt.notCleaned === undefined && complaints.length === 0;
  const code = findRefusalCode(error) ?? computeExitCode({ clean, interrupted: false, error, summary });
  return [code, formatRehearsalJson(rehearsal, executionId, report, { region, problems })];
}

/** Shows the progress of a rehearsal in its virtual time; only on a terminal. */
async function showProgress(
  cli: Cli,
  plan: Plan,
  start: (see: (call: CallRecord) => void) => Promise<Rehearsal>,
): Promise<Rehearsal> {
  const progress = new Progress(plan, Date.parse(plan.startedAt));
  const colours = pc.createColors(supportsColour(cli.err));
  const shown = openDisplay(cli.err, () => formatProgress(progress, progress.now, colours));
  try {
    return await start((call) => {
      progress.trackCall(call);
      shown.beat();
    });
  } finally {
    shown.end();
  }
}

/** The simulated account has no directories of this machine. */
function refuseLocal(spec: Spec): readonly Problem[] {
  if (!isLocalSpec(spec)) return [];
  const kinds = [...new Set(Object.values(spec.targets).map(({ kind }) => kind))];
  const message = `its targets are on this machine (${kinds.join(', ')}): measure them with \`npx fsxbench run\``;
  return [{ severity: 'error', code: 'LocalTargets', path: ['targets'], message }];
}

/**
 * Saves results of the simulated bucket below the working directory; replaces those of an earlier rehearsal.
 * @returns the relative path of the report; null without one
 */
async function saveResults(
  cli: Cli,
  { store, plan }: Rehearsal,
  experiment: string,
  executionId: string,
): Promise<string | null> {
  const keys = layout(experiment, executionId);
  const place = (key: string): string => join(getLocalFolders(cli.cwd).rehearsals, key);
  if (existsSync(place(keys.root)))
    cli.err.write(
      `note: this replaced the earlier rehearsal '${executionId}' of ${experiment}; use --name to keep both\n`,
    );
  let report: string | null = null;
  const tables = plan === null ? [] : [getObservationsKey(plan), getCellsKey(plan)];
  for (const key of [keys.summary, keys.plan, keys.receipt, keys.report, ...tables]) {
    const found = await store.get(key);
    const path = place(key);
    // Delete first, so that no file of the earlier rehearsal remains.
    await rm(path, { force: true });
    if (found === undefined) continue;
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, found.bytes);
    if (key === keys.report) report = relative(cli.cwd, path);
  }
  return report;
}
