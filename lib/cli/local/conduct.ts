/** Conducts one local execution: starts it, shows its progress, aborts it on Ctrl-C, and tells how it ended. */
import { join, relative } from 'node:path';
import pc from 'picocolors';
import { layout } from '../../shapes/layout';
import type { Plan } from '../../shapes/plan';
import { readJson } from '../../aws/bucket';
import type { ChildExecution } from '../../asl/interpreter/child-execution';
import type { StartInput } from '../../aws/admission';
import { startGuardian } from '../../aws/recovery/start-guardian';
import { endText } from '../../report/text';
import { counted } from '../../results/format';
import type { RigOutcome } from '../../shapes/marks';
import type { Receipt } from '../../shapes/receipt';
import type { Summary } from '../../results/summary';
import type { CallRecord } from '../../twin/cloud/service';
import type { World } from '../../twin/world';
import { causeText } from '../text/cause-text';
import type { Cli } from '../command';
import { type ExitCode, exitCodeOf, refusalCode } from '../outcome';
import { display } from '../text/display';
import { type LocalFolders, noteRunning } from './local';
import { checkLocal } from './local-check';
import { takesColour } from '../text/problems';
import { Progress } from '../text/progress';

export interface ConductOptions {
  readonly cli: Cli;
  readonly world: World;
  readonly folders: LocalFolders;
  readonly plan: Plan;
  readonly input: StartInput;
  readonly json: boolean;
  /** Every call of the world, as it grows. */
  readonly calls: readonly CallRecord[];
  /** Adds a listener to the calls. */
  listen(listener: (call: CallRecord) => void): void;
}

/** @returns see `lib/cli/outcome.ts` */
export async function conduct(options: ConductOptions): Promise<ExitCode> {
  const { cli, world, plan, folders } = options;
  const { executionId, experiment } = plan;
  const progress = new Progress(plan, Date.now());
  const shown = display(cli.err, () => progress.lines(Date.now()));
  shown.log(
    `${experiment} ${executionId}: ${counted(plan.rigs.length, 'rig')}, ${counted(plan.cells.length, 'cell')}, ` +
      counted(plan.trials.length, 'trial'),
  );
  options.listen((call) => {
    const line = progress.see(call);
    if (line !== null) shown.log(line);
  });
  const forget = await noteRunning(folders, executionId);
  const execution = await world.start('experiment', executionId, options.input);
  const abort = (): void => {
    shown.log('Interrupted: hosts are ended, the guardian tears down and saves what was measured. A moment, please.');
    const input = { executionArn: execution.arn, error: 'Interrupted', cause: 'The person at the terminal ended it.' };
    void world.account.cloud.call('sfn', 'StopExecution', input, { execution: '', state: '', role: 'command-line' });
  };
  if (cli.interrupted.aborted) abort();
  else cli.interrupted.addEventListener('abort', abort, { once: true });
  await world.settled();
  if (execution.status === 'ABORTED') await provenClean(world, plan);
  cli.interrupted.removeEventListener('abort', abort);
  shown.end();
  if (refusalCode(execution.error) !== undefined) {
    await forget();
    return refusedText(options, execution);
  }
  const keys = layout(experiment, executionId);
  const summary = await readJson<Summary>(world.context, keys.summary);
  const receipt = await readJson<Receipt>(world.context, keys.receipt);
  const complaints = await checkLocal({ world, folders, plan, cwd: cli.cwd, calls: options.calls });
  const report = relative(cli.cwd, join(folders.bucket, keys.report));
  const outcomes = await Promise.all(
    plan.rigs.map(({ rig }) => readJson<RigOutcome>(world.context, keys.rigOutcome(rig))),
  );
  const failed = outcomes.flatMap((one) => (one?.status === 'FAILED' ? [one] : []));
  if (options.json) {
    cli.out.write(
      `${JSON.stringify({ executionId, outcome: execution.status, summary, receipt, complaints, report }, null, 2)}\n`,
    );
  } else {
    for (const { rig, reason } of failed) {
      cli.err.write(`rig ${rig} failed: ${reason?.code ?? 'Unknown'}: ${causeText(reason?.text)}\n`);
    }
    for (const one of complaints) cli.err.write(`check failed: ${one}\n`);
    const how = { colours: pc.createColors(takesColour(cli.out)), reportPath: report, columns: cli.out.columns ?? 100 };
    const lines =
      summary === null
        ? [`no results could be read; the receipt is ${receipt?.clean === true ? 'clean' : 'NOT clean'}`]
        : endText(summary, { ...how, receipt, outcome: execution.status });
    cli.out.write(lines.map((line) => `${line}\n`).join(''));
  }
  if (receipt?.clean === true) await forget();
  return exitCodeOf({
    clean: receipt?.clean === true && complaints.length === 0,
    interrupted: execution.status === 'ABORTED' && cli.interrupted.aborted,
    error: execution.error,
    summary,
  });
}

/** Admission refused it before anything was created, so there is no receipt and nothing to prove. */
function refusedText({ cli, json, plan }: ConductOptions, { error, cause, status }: ChildExecution): ExitCode {
  const message = causeText(cause);
  if (json) {
    const document = { executionId: plan.executionId, outcome: status, error, cause: message };
    cli.out.write(`${JSON.stringify(document, null, 2)}\n`);
  } else cli.err.write(`${error ?? status}: ${message}\n`);
  return exitCodeOf({ clean: true, interrupted: cli.interrupted.aborted, error, summary: null });
}

/** An abort can come before a guardian was started: then nothing was created, and that still wants its proof. */
async function provenClean(world: World, { executionId, experiment }: Plan): Promise<void> {
  if ((await readJson<Receipt>(world.context, layout(experiment, executionId).receipt)) !== null) return;
  await startGuardian({ executionId, experiment, why: 'it was aborted before its guardian began' }, world.context);
  await world.settled();
}
