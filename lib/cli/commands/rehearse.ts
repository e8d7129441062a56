/** `fsxbench rehearse`: an execution in virtual time, in a simulated account. Creates and bills nothing. */
import { ensure } from '../../shapes/errors';
import { readErrorMessage } from '../../shapes/function-error';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import pc from 'picocolors';
import type { MachineName } from '../../shapes/machines';
import { isLocalSpec } from '../../experiment/kinds';
import { getCellsKey, layout, getObservationsKey } from '../../shapes/layout';
import type { Plan } from '../../shapes/plan';
import type { Problem } from '../../shapes/problem';
import type { Spec } from '../../shapes/spec';
import { type Rehearsal, rehearse } from '../../twin/rehearsal/rehearse';
import type { CallRecord } from '../../twin/cloud/service';
import { openCallLog } from '../call-log';
import { checkSpec, printRefusal } from '../check-spec';
import type { Cli, Options } from '../command';
import { type ExitCode, computeExitCode, findRefusalCode } from '../exit-code';
import { pickExecutionName, readSeed, toText } from '../options';
import { makeErrorLog } from '../../local/world';
import { prepareFolder } from '../../local/working-folder';
import { openDisplay } from '../text/display';
import { formatProblems, supportsColour } from '../text/problems';
import { Progress, formatProgress } from '../text/progress';
import { openWorkspace, loadPrices } from '../workspace';
import { formatRehearsalJson, formatRehearsal } from '../text/rehearse-text';
import { readSpecFile } from '../spec-file';

/** Start of every rehearsal: fixed, so that the same seed gives the same result. */
const START = Date.UTC(2026, 0, 1);

/** @returns see `lib/cli/exit-code.ts` */
export async function run(cli: Cli, args: readonly string[], options: Options): Promise<ExitCode> {
  const { file, text } = readSpecFile(cli, args);
  const executionId = pickExecutionName(toText(options['name']) ?? 'rehearsal', START);
  const seed = readSeed(options['seed']);
  const workspace = await openWorkspace(cli, loadPrices(cli, options).book, text);
  const { prices, scripts } = workspace;
  const json = options['json'] === true;
  const names = { executionId, stack: executionId };
  const checked = checkSpec(workspace, { file, text }, { ...names, startedAt: START, seed, rule: refuseLocal });
  const { problems, planned } = checked;
  if (planned === undefined) return printRefusal(cli, { file, text }, checked, json);
  const { experiment } = planned.plan;
  const calls = openCallLog(cli, options['calls']);
  prepareFolder(cli.cwd);
  if (!json) cli.err.write(formatProblems(problems, file, text, supportsColour(cli.err)));
  const rehearsal = await showProgress(cli, planned.plan, (see) =>
    rehearse({
      experiment,
      executionId,
      input: { spec: text, ...(seed === undefined ? {} : { seed }) },
      startedAt: START,
      prices,
      machineText: (name: MachineName) => readFileSync(join(cli.root, 'state-machines', `${name}.asl.json`), 'utf8'),
      scripts,
      log: makeErrorLog(cli),
      record: (call) => {
        calls.write(call);
        see(call);
      },
    }),
  );
  calls.close();
  // Not expected to happen: `checkSpec` tests the same rules.
  const code = findRefusalCode(rehearsal.error);
  if (code !== undefined) {
    const message = readErrorMessage(rehearsal.cause);
    printRefusal(
      cli,
      { file, text },
      { problems: [{ severity: 'error', code: ensure(rehearsal.error, 'an error'), path: [], message }] },
      json,
    );
    return code;
  }
  const report = await saveResults(cli, rehearsal, experiment, executionId);
  const { region } = prices;
  if (json) {
    const document = formatRehearsalJson(rehearsal, executionId, report, { region, problems });
    cli.out.write(`${JSON.stringify(document, null, 2)}\n`);
  } else {
    const colours = pc.createColors(supportsColour(cli.out));
    cli.out.write(formatRehearsal(rehearsal, { colours, region, report }));
  }
  return computeExitCode({
    clean:
      rehearsal.receipt?.clean === true &&
      rehearsal.receipt.notCleaned === undefined &&
      rehearsal.complaints.length === 0,
    interrupted: false,
    error: rehearsal.error,
    summary: rehearsal.summary,
  });
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
  const place = (key: string): string => join(cli.cwd, '.fsxbench', 'rehearsals', key);
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
