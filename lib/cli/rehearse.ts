/** `fsxbench rehearse`: the execution in virtual time, against a modelled account. Nothing is created or paid. */
import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import pc from 'picocolors';
import type { MachineName } from '../aws/context';
import { readScripts } from '../aws/scripts';
import { layout } from '../experiment/layout';
import { readSpec } from '../experiment/read';
import { type Rehearsal, rehearse } from '../twin/rehearsal/rehearse';
import { callLog } from './call-log';
import { causeText } from './cause';
import { type Cli, EXIT, type ExitCode, UserError } from './command';
import { executionName } from './execution-name';
import { quietLog } from './log';
import { countsOf, countsText, problemsText, takesColour } from './problems';
import { pricesFor } from './region';
import { rehearsalJson, rehearsalText } from './rehearse-text';
import { readSpecText } from './spec-file';

/** Where a rehearsal begins unless `--start` says otherwise: always the same, so that the same seed gives the same. */
const START = '2026-01-01T00:00:00Z';
/** Refusals of an experiment that are a matter of money or time, not of the spec. */
const REFUSED = ['BudgetExceeded'];
const INVALID = ['SpecInvalid', 'NameInvalid'];

/** @returns see {@link EXIT} */
export async function run(
  cli: Cli,
  args: readonly string[],
  options: Readonly<Record<string, unknown>>,
): Promise<ExitCode> {
  const file = args[0] ?? '';
  const text = readSpecText(cli, file);
  const read = readSpec(text, file);
  const problems = problemsText(read.problems, file, text, takesColour(cli.err));
  if (read.spec === undefined) {
    cli.err.write(`${problems}${file}: ${countsText(countsOf(read.problems))}\n`);
    return EXIT.usage;
  }
  const startedAt = startOf(textOf(options['start']) ?? START);
  const executionId = executionName(textOf(options['name']) ?? 'rehearsal', startedAt);
  const seed = textOf(options['seed']);
  const calls = callLog(cli, options['calls']);
  const rehearsal = await rehearse({
    experiment: read.spec.experiment,
    executionId,
    input: { spec: text, ...(seed === undefined ? {} : { seed }) },
    startedAt,
    prices: pricesFor(options['region']),
    machineText: (name: MachineName) => readFileSync(join(cli.root, 'state-machines', `${name}.asl.json`), 'utf8'),
    scripts: await readScripts(join(cli.root, 'workloads')),
    log: quietLog(cli),
    record: calls.write,
  });
  calls.close();
  const refusal = [...REFUSED, ...INVALID].includes(rehearsal.error ?? '');
  if (refusal) {
    cli.err.write(`${rehearsal.error ?? ''}: ${causeText(rehearsal.cause)}\n`);
    return REFUSED.includes(rehearsal.error ?? '') ? EXIT.refused : EXIT.usage;
  }
  const keys = layout(read.spec.experiment, executionId);
  const folder = join(cli.cwd, '.fsxbench', 'rehearsals');
  const report = await save(rehearsal, [keys.summary, keys.plan, keys.receipt, keys.report], folder);
  const shown = report === null ? null : relative(cli.cwd, report);
  if (options['json'] === true)
    cli.out.write(`${JSON.stringify(rehearsalJson(rehearsal, executionId, shown), null, 2)}\n`);
  else
    cli.out.write(
      rehearsalText(rehearsal, {
        colours: pc.createColors(takesColour(cli.out)),
        report: shown,
        columns: cli.out.columns ?? 100,
      }),
    );
  if (rehearsal.receipt?.clean !== true || rehearsal.complaints.length > 0) return EXIT.left;
  return rehearsal.status === 'SUCCEEDED' && rehearsal.summary?.answer.met === true ? EXIT.done : EXIT.unmet;
}

/** Writes objects of the modelled bucket below a folder. @returns the path of the last one, null where it is not */
async function save({ store }: Rehearsal, keys: readonly string[], folder: string): Promise<string | null> {
  let last: string | null = null;
  for (const key of keys) {
    const found = await store.get(key);
    last = found === undefined ? null : join(folder, key);
    if (found === undefined || last === null) continue;
    await mkdir(dirname(last), { recursive: true });
    await writeFile(last, found.text);
  }
  return last;
}

/** @throws UserError for what is no instant */
function startOf(text: string): number {
  const moment = Date.parse(text);
  if (Number.isNaN(moment))
    throw new UserError('BadStart', `--start: '${text}' is no instant; write it like 2026-01-31T12:00:00Z`);
  return moment;
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
