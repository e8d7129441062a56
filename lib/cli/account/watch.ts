/** Follows an execution in an account until its cleanup receipt is clean, or its guardian has given up. */
import pc from 'picocolors';
import { type ListedObject, listObjects, tryReadJson } from '../../aws/bucket';
import { findExecution, locateExecution } from '../../aws/executions';
import { type ExecutionFacts, readExecution, type Operator } from '../../aws/operator';
import { mapInBatches } from '../../aws/pages';
import { findName } from '../../aws/recovery/pointer';
import { makeLinks, makeResult } from '../../report/result';
import { formatEndLines } from '../../report/terminal-text';
import { pluralize } from '../../results/format';
import { computeSpendBound } from '../../results/rig-cost';
import type { Summary } from '../../results/summary';
import { ensure } from '../../shapes/errors';
import { readErrorMessage } from '../../shapes/function-error';
import { layout, getRigTag } from '../../shapes/layout';
import type { Plan } from '../../shapes/plan';
import { type Receipt, type ReceiptResource, readOutcome } from '../../shapes/receipt';
import type { ExecutionHistory, ExecutionResult } from '../../shapes/result';
import type { CallRecord } from '../../twin/cloud/service';
import { type Cli, type Options, printAnswer, toRefusal } from '../command';
import { EXIT, type ExitCode, computeExitCode, findRefusalCode } from '../exit-code';
import { openDisplay } from '../text/display';
import { toPrintableLines } from '../../shapes/printable';
import { areCredentialsInvalid, retryIfTransient } from './operate';
import { supportsColour } from '../text/problems';
import { Progress, formatProgress } from '../text/progress';

/** Poll interval, milliseconds: shorter than any trial. */
const POLL_MS = 10_000;
const PARALLEL_READS = 16;
/** Time limit for a guardian to start, milliseconds. */
const GUARDIAN_WAIT_MS = 3_600_000;

/** Follows an execution and prints its end. @returns the code of `run`; 130 if the user stops watching */
export async function watchExecution(
  cli: Cli,
  operator: Operator,
  executionId: string,
  options: Options,
): Promise<ExitCode> {
  const keys = { stopped: false };
  const release = cli.interrupts.take({
    first: () => {
      keys.stopped = true;
    },
    second: () => EXIT.interrupted,
  });
  try {
    const facts = await followProgress(cli, operator, executionId, () => keys.stopped);
    if (facts !== null) return await reportEnd(cli, operator, facts, options);
    cli.err.write(`${executionId} continues. To stop it: npx fsxbench stop ${executionId}${operator.flags}\n`);
    return EXIT.interrupted;
  } catch (error) {
    if (!areCredentialsInvalid(error)) throw error;
    const why = toPrintableLines((error as Error).message);
    cli.err.write(
      `Your credentials have expired (${why}). ${executionId} continues. ` +
        `Sign in, then run npx fsxbench watch ${executionId}${operator.flags}\n`,
    );
    return EXIT.interrupted;
  } finally {
    release();
  }
}

/** @returns null if the user stops watching */
async function followProgress(
  cli: Cli,
  operator: Operator,
  executionId: string,
  isStopped: () => boolean,
): Promise<ExecutionFacts | null> {
  let progress: Progress | null = null;
  const colours = pc.createColors(supportsColour(cli.err));
  const shown = openDisplay(cli.err, () =>
    progress === null ? [] : formatProgress(progress, operator.now(), colours),
  );
  const seen = new Set<string>();
  let status = '';
  try {
    for (;;) {
      const facts = await retryIfTransient(operator, POLL_MS, async () => {
        const found = ensure(await readExecution(executionId, operator), `the execution ${executionId}`);
        progress ??= await openProgress(found, operator);
        if (progress !== null) for (const line of await pollObjects(progress, seen, operator)) shown.log(line);
        return found;
      });
      if (facts.status !== status) shown.log(`${executionId} ${facts.status}`);
      status = facts.status;
      if (await retryIfTransient(operator, POLL_MS, () => isOver(facts, operator))) return facts;
      if (isStopped()) return null;
      await operator.sleep(POLL_MS);
      if (isStopped()) return null;
    }
  } finally {
    shown.end();
  }
}

/** Null until the execution is admitted. */
async function openProgress(facts: ExecutionFacts, operator: Operator): Promise<Progress | null> {
  const { executionId, experiment } = facts;
  if (experiment === null) return null;
  const plan = await tryReadJson<Plan>(operator, layout(experiment, executionId).plan);
  return plan === null ? null : new Progress(plan, Date.parse(plan.startedAt));
}

/** @param seen keys of earlier polls; those of this one are added. @returns log lines */
async function pollObjects(progress: Progress, seen: Set<string>, operator: Operator): Promise<readonly string[]> {
  const { experiment, executionId } = progress.plan;
  const { root } = layout(experiment, executionId);
  const fresh = (await listObjects(operator, root)).filter(({ key }) => !seen.has(key));
  const calls = [...(await readCreated(root, fresh, operator)), ...toCalls(executionId, root, fresh)];
  // Mark objects as seen last, so that a failed read is repeated.
  for (const { key } of fresh) seen.add(key);
  return calls
    .toSorted((a, b) => a.time.localeCompare(b.time) || CALL_ORDER.indexOf(a.action) - CALL_ORDER.indexOf(b.action))
    .flatMap((call) => progress.trackCall(call) ?? []);
}

/** Order within a second (S3 times have no fractions): storage, hosts, then commands and trials. */
const CALL_ORDER = ['CreateFileSystem', 'CreateFleet', 'SendCommand', 'PutObject'];

/** Notes of created storage: each names its rig. Names of host notes contain `__`. */
const STORAGE_NOTE = /^seen\/(?!.*__)/;

async function readCreated(
  root: string,
  objects: readonly ListedObject[],
  operator: Operator,
): Promise<readonly CallRecord[]> {
  const notes = objects.filter(({ key }) => STORAGE_NOTE.test(key.slice(root.length)));
  const found = await mapInBatches(notes, PARALLEL_READS, async ({ key, storedAt = 0 }) => {
    const note = await tryReadJson<readonly ReceiptResource[]>(operator, key);
    const rig = Array.isArray(note) ? (note as readonly ReceiptResource[])[0]?.rig : undefined;
    return typeof rig === 'string' ? [toCall(rig, storedAt, 'CreateFileSystem', key)] : [];
  });
  return found.flat();
}

function toCall(execution: string, storedAt: number, action: string, key: string): CallRecord {
  const time = new Date(1000 * storedAt).toISOString();
  return { execution, time, action, state: '', role: '', service: '', input: { Key: key } };
}

/** Whether the execution has ended, and its receipt is clean, it was never admitted, or its guardian has given up. */
async function isOver({ status, experiment, executionId, endedAt, isProven }: ExecutionFacts, operator: Operator) {
  if (status === 'RUNNING') return false;
  if (experiment === null || isProven) return true;
  const guardian = await findExecution(operator, 'guardian', executionId);
  // Without a status, Step Functions has deleted the execution, so no guardian runs.
  return guardian === null
    ? operator.now() - (endedAt ?? 0) > GUARDIAN_WAIT_MS
    : !['RUNNING', 'SUCCEEDED'].includes(guardian.status);
}

async function reportEnd(cli: Cli, operator: Operator, facts: ExecutionFacts, options: Options): Promise<ExitCode> {
  const { executionId, experiment, status, error, cause, output, isProven } = facts;
  if (experiment === null && status === 'SUCCEEDED') {
    // With `do: plan` the execution was only planned.
    const planned = JSON.parse(output ?? '{}') as Partial<ExecutionResult>;
    printAnswer(cli, options, planned, `${toPrintableLines(planned.answer?.headline ?? '')}\n`);
    return EXIT.done;
  }
  const isRefused = experiment === null || findRefusalCode(error ?? undefined) !== undefined;
  if (experiment === null || isRefused) {
    const said = { name: error ?? status, message: toPrintableLines(readErrorMessage(cause)) };
    if (options['json'] === true) cli.out.write(`${JSON.stringify(toRefusal(said), null, 2)}\n`);
    else cli.err.write(`${said.name}: ${said.message}\n`);
    // Any other error name is also a refusal: nothing was measured.
    return status === 'ABORTED' ? EXIT.interrupted : (findRefusalCode(said.name) ?? EXIT.refused);
  }
  const keys = layout(experiment, executionId);
  const found = await tryReadJson<Summary>(operator, keys.summary);
  const plan = await tryReadJson<Plan>(operator, keys.plan);
  const receipt = await tryReadJson<Receipt>(operator, keys.receipt);
  const spendUsd = plan === null || found === null ? null : computeSpendBound(plan, found, receipt);
  const summary = found === null ? null : { ...found, cost: { ...found.cost, spendUsd } };
  const report = `s3://${operator.config.bucket}/${keys.report}`;
  if (options['json'] === true) {
    const outcome = readOutcome(status);
    const history = await tryReadJson<ExecutionHistory>(operator, keys.history);
    const known = { executionId, experiment, plan, summary, receipt, history, error, cause, outcome, clean: isProven };
    const links = makeLinks({ ...known, place: locateExecution(await findName(executionId, operator), operator) });
    const document = { ...makeResult({ ...known, stack: operator.config.stack, links }), summary, receipt };
    cli.out.write(`${JSON.stringify(document, null, 2)}\n`);
  } else {
    const how = {
      colours: pc.createColors(supportsColour(cli.out)),
      reportPath: report,
      columns: cli.out.columns ?? 100,
    };
    const lines = summary === null ? ['Results cannot be read.'] : formatEndLines(summary, { ...how, receipt });
    cli.out.write(lines.map((line) => `${line}\n`).join(''));
    cli.out.write(`to fetch  npx fsxbench fetch ${executionId}${operator.flags}\n`);
    if (!isProven) cli.err.write(formatLeftovers(receipt));
  }
  return computeExitCode({ clean: isProven, interrupted: status === 'ABORTED', error: error ?? undefined, summary });
}

function formatLeftovers(receipt: Receipt | null): string {
  const left = receipt?.remaining ?? [];
  const what = left.map(({ kind, id }) => `  ${kind} ${id}\n`).join('');
  const how = 'The scheduled cleanup retries every 15 minutes. See "Something is left" in docs/operate.md.\n';
  return `${left.length === 0 ? 'resources may be left' : `${pluralize(left.length, 'resource')} left`}\n${what}${how}`;
}

/** Objects below the root of an execution, and the calls that they show. */
const CALL_PATTERNS: readonly (readonly [key: RegExp, action: string])[] = [
  // Notes of launched hosts, by role.
  [/^seen\/\w+__(r\d+)__[^/]+\.json$/, 'CreateFleet'],
  [/^hosts\/(r\d+)\.txt$/, 'CreateFleet'],
  [/^raw\/(r\d+)\/prepare\//, 'SendCommand'],
  [/^raw\/(r\d+)\/t\d+\/a\d+\/(?:started|ended)\.json$/, 'PutObject'],
  [/^rigs\/(r\d+)\.outcome\.json$/, 'PutObject'],
];

/** Objects as calls, so that `Progress` follows rehearsals and executions alike. @param root key of the execution */
function toCalls(executionId: string, root: string, objects: readonly ListedObject[]): readonly CallRecord[] {
  return objects.flatMap(({ key, storedAt = 0 }) => {
    const path = key.slice(root.length);
    const known = CALL_PATTERNS.find(([pattern]) => pattern.test(path));
    if (known === undefined) return [];
    const [pattern, action] = known;
    const rig = pattern.exec(path)?.[1] ?? '';
    return [toCall(getRigTag(executionId, rig), storedAt, action, key)];
  });
}
