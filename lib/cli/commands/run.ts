/** `fsxbench run`: the execution for real on this machine, through the state machines that run on AWS. */
import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Cli, type Options, UserError } from '../command';
import type { ExitCode } from '../outcome';
import { readSpecFile, type SpecText } from '../spec-file';
import type { StartInput } from '../../aws/admission/start-input';
import { layout } from '../../shapes/layout';
import { hasManaged } from '../../shapes/managed';
import { OTHERS_CPU } from '../../results/trial/judge-evidence';
import { copiesOfPlan, type Plan } from '../../shapes/plan';
import { keepForChecks } from '../../twin/cloud/cloud';
import type { CallRecord } from '../../twin/cloud/service';
import { type CallLog, callLog } from '../call-log';
import { type CheckOptions, checkSpec, refuse, refusedLater } from '../check-spec';
import { conduct } from '../run/conduct';
import { readAccepted, executionName, seedOf, textOf } from '../options';
import { localFolders, prepareFolder } from '../../local/working-folder';
import { localWorld, quietLog } from '../../local/world';
import { lockMachine } from '../../local/machine-lock';
import { recover, recoveredText } from '../../local/recover';
import { refuseMissingToolsHere } from '../../local/tools';
import { openWorkspace, pricesFor } from '../workspace';

/** @returns see `lib/cli/outcome.ts` */
export async function run(cli: Cli, args: readonly string[], options: Options): Promise<ExitCode> {
  return runSpec(cli, readSpecFile(cli, args), options);
}

/** For a spec that its user has not written. */
interface Shown {
  /** Spec and medians are shown with the answer. */
  readonly shows: boolean;
}

/**
 * Checks the spec, waits for the machine, executes, and tells how it ended.
 * @param options of the command line: `name`, `seed`, `json`, `wait`, `calls`
 * @returns see `lib/cli/outcome.ts`
 * @throws UserError where it needs an account, or its name is taken
 */
export async function runSpec(
  cli: Cli,
  { file, text }: SpecText,
  options: Options,
  { shows }: Shown = { shows: false },
): Promise<ExitCode> {
  const executionId = executionName(textOf(options['name']), Date.now());
  const seed = seedOf(options['seed']);
  const accept = readAccepted(options['accept']);
  const json = options['json'] === true;
  const folders = localFolders(cli.cwd);
  const checked = await checkedPlan(cli, { file, text }, { executionId, seed, accept, json });
  if (typeof checked === 'number') return checked;
  if (existsSync(join(folders.bucket, layout(checked.experiment, executionId).root))) {
    throw new UserError(
      'ExecutionExists',
      `--name: an execution ${executionId} of ${checked.experiment} exists already; results are never overwritten`,
    );
  }
  const unlock = await lockMachine({
    name: cli.lock,
    holder: { cwd: cli.cwd, experiment: checked.experiment, executionId },
    wait: options['wait'] === true,
    waiting: (line) => void cli.err.write(`${line}\n`),
  });
  try {
    const calls = callLog(cli, options['calls']);
    prepareFolder(cli.cwd);
    cli.err.write(await warnOfCpuLoad(checked.accept?.codes ?? []));
    const input = {
      spec: text,
      ...(seed === undefined ? {} : { seed }),
      ...(accept === undefined ? {} : { accept }),
    };
    if (shows && !json) {
      const file = join(folders.bucket, layout(checked.experiment, executionId).spec);
      cli.out.write(`${text}# It is kept in ${relative(cli.cwd, file)}\n\n`);
    }
    const code = await execute(cli, input, checked, { json, calls, shows });
    calls.close();
    return code;
  } finally {
    unlock();
  }
}

/** The execution itself, with this machine to itself. */
async function execute(
  cli: Cli,
  input: StartInput,
  plan: Plan,
  { json, calls, shows }: { readonly json: boolean; readonly calls: CallLog; readonly shows: boolean },
): Promise<ExitCode> {
  const folders = localFolders(cli.cwd);
  const seen: CallRecord[] = [];
  const listeners: ((call: CallRecord) => void)[] = [(call) => keepForChecks(seen, call), calls.write];
  const world = await localWorld(cli, quietLog(cli), (call) => {
    for (const listener of listeners) listener(call);
  });
  for (const one of await recover(world, folders, (line) => void cli.err.write(`${line}\n`)))
    cli.err.write(`${recoveredText(one)}\n`);
  seen.length = 0;
  return conduct({
    cli,
    world,
    folders,
    plan,
    input,
    json,
    shows,
    calls: seen,
    listen: (listener) => void listeners.push(listener),
  });
}

/** The plan as admit will make it again, for what must be known before anything starts; or the code to leave with. */
async function checkedPlan(
  cli: Cli,
  spec: SpecText,
  options: Pick<CheckOptions, 'executionId' | 'seed' | 'accept'> & { readonly json: boolean },
): Promise<Plan | ExitCode> {
  const { json, ...rest } = options;
  const checked = checkSpec(await openWorkspace(cli, pricesFor(undefined), spec.text), spec, {
    ...rest,
    stack: 'fsxbench-local',
    startedAt: Date.now(),
    rule: refusedLater,
  });
  const { planned } = checked;
  if (planned === undefined) return refuse(cli, spec, checked, json);
  if (planned.plan.local) {
    await refuseMissingToolsHere(planned.plan, cli.cwd);
    return planned.plan;
  }
  const kinds = [...new Set(copiesOfPlan(planned.plan).map(({ kind }) => kind))].join(', ');
  const what = hasManaged(planned.plan.spec.fleet) ? 'managed hosts' : `targets of kind ${kinds}`;
  throw new UserError(
    'NeedsAws',
    `${spec.file}: ${what} need an AWS account; \`run\` measures only what this machine really has.\n` +
      'Use `npx fsxbench rehearse` for a modelled execution; for a real one deploy the stacks (docs/deploy.md).',
  );
}

/** Long enough for fifty ticks of a CPU. Milliseconds. */
const WINDOW_MS = 500;
/** Where fewer CPUs are left idle, a load of one thread will wait beside other processes. */
const IDLE_CPUS = 1.2;

/** A look at `/proc/stat`: ticks of 10 ms of all CPUs (user, nice, system, idle, iowait, …), and of this process. */
export interface CpuTicks {
  readonly all: readonly number[];
  readonly own: number;
}

/**
 * A line where other processes leave so little of the CPU that trials will be SUSPECT; empty else, and where that is
 * accepted or not known. Takes half a second.
 */
export async function warnOfCpuLoad(
  accepted: readonly string[],
  look: () => CpuTicks = lookAtCpu,
  ms = WINDOW_MS,
): Promise<string> {
  if (accepted.includes('HostBusy')) return '';
  try {
    const from = look();
    await pause(ms);
    const share = judgeLooks(from, look(), ms / 10);
    if (share === null) return '';
    return (
      `warning: other processes take ${(share * 100).toFixed(0)} % of the CPU; trials will probably not count ` +
      '(HostBusy). Stop them and start again, or count such trials with --accept HostBusy.\n'
    );
  } catch {
    return '';
  }
}

/** The share of other processes, 0–1; null where they leave enough. @param ticks of one CPU between the looks */
function judgeLooks(from: CpuTicks, to: CpuTicks, ticks: number): number | null {
  const spent = to.all.map((value, index) => value - (from.all[index] ?? 0));
  const all = spent.reduce((sum, value) => sum + value, 0);
  const [, , , idle = 0, iowait = 0, , , steal = 0] = spent;
  const share = (all - idle - iowait - steal - (to.own - from.own)) / all;
  return share >= OTHERS_CPU && (idle + iowait) / ticks < IDLE_CPUS ? share : null;
}

function lookAtCpu(): CpuTicks {
  const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n', 1);
  const { user, system } = process.cpuUsage();
  return { all: line.trim().split(/\s+/).slice(1, 9).map(Number), own: (user + system) / 10_000 };
}
