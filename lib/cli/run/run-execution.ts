/** Runs one local execution: starts it, shows progress, aborts on Ctrl-C, and prints the result. */
import { readErrorMessage } from '../../shapes/function-error';
import { join, relative } from 'node:path';
import pc from 'picocolors';
import { layout } from '../../shapes/layout';
import type { Plan } from '../../shapes/plan';
import { readJson } from '../../aws/bucket';
import type { ChildExecution } from '../../asl/interpreter/child-execution';
import type { StartInput } from '../../aws/admission/start-input';
import { makeResult } from '../../report/result';
import { formatEndLines } from '../../report/terminal-text';
import { pluralize } from '../../results/format';
import type { RigOutcome } from '../../shapes/outcomes';
import { type Receipt, readOutcome } from '../../shapes/receipt';
import type { ExecutionHistory } from '../../shapes/result';
import type { Summary } from '../../results/summary';
import type { CallRecord } from '../../twin/cloud/service';
import { killAllHosts, killStrays } from '../../local/shutdown';
import type { SimulatedDeployment } from '../../twin/simulated-deployment';
import { type Cli, toRefusal } from '../command';
import { EXIT, type ExitCode, computeExitCode, findRefusalCode } from '../exit-code';
import { openDisplay } from '../text/display';
import { readFreeMib, type LocalFolders } from '../../local/working-folder';
import { checkLocalRun, correctReceipt, isAboutResults, ensureReceipt } from '../../local/check-cleanup';
import { noteRunning, watchFolder } from '../../local/recover';
import { supportsColour } from '../text/problems';
import { makePassTracker } from '../text/cleanup-passes';
import { Progress, formatProgress } from '../text/progress';
import { type Complaint, formatComplaint } from '../../twin/checkers/facts';

interface RunOptions {
  readonly cli: Cli;
  readonly deployment: SimulatedDeployment;
  readonly folders: LocalFolders;
  readonly plan: Plan;
  readonly input: StartInput;
  readonly json: boolean;
  /** The user did not write the spec (`try`): print it in the JSON document, and medians with every answer. */
  readonly shows: boolean;
  /** First lines of the printed result. */
  readonly describe: (summary: Summary) => readonly string[];
  /** All calls of the deployment; grows. */
  readonly calls: readonly CallRecord[];
  listen(listener: (call: CallRecord) => void): void;
}

/** @returns see `lib/cli/exit-code.ts` */
export async function runExecution(options: RunOptions): Promise<ExitCode> {
  const { cli, deployment, plan, folders } = options;
  const { executionId, experiment } = plan;
  const progress = new Progress(plan, Date.now());
  const colours = pc.createColors(supportsColour(cli.err));
  const shown = openDisplay(cli.err, () => formatProgress(progress, Date.now(), colours));
  shown.log(
    `${experiment} ${executionId}: ${pluralize(plan.rigs.length, 'rig')}, ` +
      `${pluralize(plan.cells.length, 'configuration')}, ${pluralize(plan.trials.length, 'trial')}`,
  );
  options.listen(makePassTracker((line) => shown.log(line)));
  options.listen((call) => {
    const line = progress.trackCall(call);
    if (line !== null) shown.log(line);
  });
  const keys = listenToKeys(options, shown);
  try {
    if (keys.state.interrupted) {
      shown.end();
      return EXIT.interrupted;
    }
    const { note, forget } = await noteRunning(folders, executionId);
    const execution = await deployment.start('experiment', executionId, options.input);
    keys.track(execution);
    const unwatch = watchFolder(note, () => {
      // Later results could not be saved.
      killStrays(folders.hosts);
      shown.log(
        `${folders.root} was deleted, so the results are lost and the execution ends. Teardown takes up to a ` +
          'minute.',
      );
      stopExecution(deployment, execution, 'FolderDeleted', `${folders.root} was deleted.`);
    });
    await deployment.settled();
    unwatch();
    const refused = findRefusalCode(execution.error) !== undefined;
    if (!refused) await ensureReceipt(deployment, plan);
    keys.state.over = true;
    shown.end();
    const { interrupted } = keys.state;
    if (!refused) return await reportOutcome(options, execution, { interrupted, forget });
    await forget();
    return reportRefusal(options, execution, interrupted);
  } finally {
    // Last: an earlier interrupt would end the program without a message, and leave its note behind.
    keys.release();
  }
}

interface KeyHandler {
  readonly state: { interrupted: boolean; over: boolean };
  /** From now on an interrupt stops this execution; an earlier one stops it now. */
  track(execution: ChildExecution): void;
  release(): void;
}

/** Takes over interrupts before the execution starts. */
function listenToKeys(
  { cli, deployment, folders, plan, json }: RunOptions,
  shown: ReturnType<typeof openDisplay>,
): KeyHandler {
  const state = { interrupted: false, over: false };
  let running: ChildExecution | null = null;
  const end = (execution: ChildExecution): void =>
    stopExecution(deployment, execution, 'Interrupted', 'Stopped by Ctrl-C or a signal.');
  const release = cli.interrupts.take({
    first: () => {
      if (state.over) {
        cli.err.write('The execution has ended; verifying cleanup. Interrupt again to exit at once.\n');
        return;
      }
      state.interrupted = true;
      shown.log(
        'Interrupted: the guardian stops hosts, deletes resources and saves results. Interrupt again to exit at once.',
      );
      if (running !== null) end(running);
    },
    second: () => {
      shown.end();
      return reportKill(cli, folders, plan, json);
    },
  });
  const begun = (execution: ChildExecution): void => {
    running = execution;
    if (state.interrupted) end(execution);
  };
  return { state, track: begun, release };
}

function stopExecution(deployment: SimulatedDeployment, { arn }: ChildExecution, error: string, cause: string): void {
  const input = { executionArn: arn, error, cause };
  void deployment.account.cloud.call('sfn', 'StopExecution', input, { execution: '', state: '', role: 'command-line' });
}

/** Prints the result, after checks of results and cleanup. */
async function reportOutcome(
  options: RunOptions,
  { status, error, cause }: ChildExecution,
  { interrupted, forget }: { readonly interrupted: boolean; readonly forget: () => Promise<void> },
): Promise<ExitCode> {
  const { cli, deployment, plan, folders } = options;
  const { executionId, experiment } = plan;
  const keys = layout(experiment, executionId);
  const summary = await readJson<Summary>(deployment.context, keys.summary);
  const complaints = await checkLocalRun({ deployment, folders, plan, cwd: cli.cwd, calls: options.calls });
  const written = await readJson<Receipt>(deployment.context, keys.receipt);
  const receipt = await correctReceipt(deployment, plan, written, complaints);
  const clean = receipt?.clean === true;
  const report = relative(cli.cwd, join(folders.bucket, keys.report));
  const outcomes = await Promise.all(
    plan.rigs.map(({ rig }) => readJson<RigOutcome>(deployment.context, keys.rigOutcome(rig))),
  );
  const failed = outcomes.flatMap((one) => (one?.status === 'FAILED' ? [one] : []));
  if (options.json) {
    const checks = complaints.map(formatComplaint);
    const spec = options.shows ? { spec: options.input.spec } : {};
    const known = {
      executionId,
      experiment,
      plan,
      summary,
      receipt,
      history: await readJson<ExecutionHistory>(deployment.context, keys.history),
      error: error ?? null,
      cause: readErrorMessage(cause),
      clean,
    };
    const links = { execution: null, report, files: relative(cli.cwd, join(folders.bucket, keys.root)) };
    const outcome = readOutcome(status);
    const result = makeResult({ ...known, outcome, stack: 'local', links });
    const document = { ...spec, ...result, summary, receipt, complaints: checks };
    cli.out.write(`${JSON.stringify(document, null, 2)}\n`);
  } else {
    for (const { rig, reason } of failed) {
      cli.err.write(`rig ${rig} failed: ${reason?.code ?? 'Unknown'}: ${readErrorMessage(reason?.text)}\n`);
    }
    const full = describeFullDisk(folders);
    for (const one of filterComplaints(complaints, full)) cli.err.write(`check failed: ${formatComplaint(one)}\n`);
    const how = {
      colours: pc.createColors(supportsColour(cli.out)),
      reportPath: report,
      columns: cli.out.columns ?? 100,
    };
    const lines =
      summary === null
        ? [`results cannot be read; cleanup ${clean ? 'verified' : 'INCOMPLETE'}`]
        : [
            ...options.describe(summary),
            ...formatEndLines(summary, { ...how, receipt, outcome: status, medians: options.shows }),
          ];
    cli.out.write(lines.map((line) => `${line}\n`).join(''));
    cli.err.write(full);
    if (!clean) cli.err.write(formatLeftovers([receipt]));
  }
  if (clean) await forget();
  return computeExitCode({
    clean,
    interrupted: status === 'ABORTED' && interrupted,
    error,
    // Results that fail their checks do not count.
    summary: complaints.some(isAboutResults) ? null : summary,
  });
}

/** Prints a refusal by admission. Nothing was created, so there is no cleanup receipt. */
function reportRefusal(
  { cli, json }: RunOptions,
  { error, cause, status }: ChildExecution,
  interrupted: boolean,
): ExitCode {
  const said = { name: error ?? status, message: readErrorMessage(cause) };
  if (json) cli.out.write(`${JSON.stringify(toRefusal(said), null, 2)}\n`);
  else cli.err.write(`${said.name}: ${said.message}\n`);
  return computeExitCode({ clean: true, interrupted, error, summary: null });
}

/** Second Ctrl-C: kills the hosts and lists what is left, without waiting. */
function reportKill(cli: Cli, folders: LocalFolders, plan: Plan, json: boolean): ExitCode {
  const left = killAllHosts(folders.hosts);
  const none = left.folders.length === 0 && left.data.length === 0;
  if (json)
    cli.out.write(`${JSON.stringify({ executionId: plan.executionId, outcome: 'ENDED_AT_ONCE', left }, null, 2)}\n`);
  const places = [...left.data, ...left.folders].map((path) => `  ${relative(cli.cwd, path) || path}\n`).join('');
  cli.err.write(
    none
      ? 'Exited immediately; no host processes remain. Run `npx fsxbench clean` in this folder to save the results.\n'
      : `Exited immediately and killed the host processes. Not deleted:\n${places}` +
          'Run `npx fsxbench clean` in this folder to delete these and save the results.\n',
  );
  return none ? EXIT.interrupted : EXIT.left;
}

/** What could not be deleted, and what to do. @param receipts of each execution that is not clean; null: missing */
export function formatLeftovers(receipts: readonly (Receipt | null)[]): string {
  const lines = receipts.flatMap((receipt) => [
    ...(receipt?.remaining ?? []).map(({ kind, id, state }) => `  ${kind} ${id} (${state})\n`),
    ...(receipt?.unlisted ?? []).map(({ kind, why }) => `  unknown: ${kind} could not be listed (${why})\n`),
  ]);
  const unknown = receipts.includes(null) ? 'No cleanup receipt was found, so resources may be left.\n' : '';
  const what = lines.length === 0 ? '' : `Still left:\n${lines.join('')}`;
  return (
    `${unknown}${what}Fix the causes above (an unresponsive device, permissions, a full disk), then run ` +
    '`npx fsxbench clean` in this folder. Delete by hand what it cannot remove.\n'
  );
}

/** With less free space than this the disk counts as full, MiB. */
const FULL_DISK_MIB = 1;

/** A line if the disk of the results is full: trials could not record that. */
export function describeFullDisk({ root }: LocalFolders): string {
  const free = readFreeMib(root);
  if (free === null || free >= FULL_DISK_MIB) return '';
  return `the disk of ${root} is full, so results are lost. Free space, then rerun with another --name\n`;
}

/** On a full disk, replaces the complaints about results and receipt by one line. */
export function filterComplaints(complaints: readonly Complaint[], full: string): readonly Complaint[] {
  return full === '' ? complaints : complaints.filter((one) => !isAboutResults(one) && one.code !== 'NoReceipt');
}
