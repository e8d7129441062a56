/** The book of cases: files of `cases/`, each with faults of an execution and what must hold; plays them. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parse } from 'yaml';
import * as z from 'zod';
import { FsxbenchError } from '../../lib/shapes/errors';
import { campaignSchema, pickRules } from '../campaign/faults/campaign';
import { listRows, type Rows } from './case-rows';
import { compareValue } from './expressions';
import { readJson } from '../../lib/aws/bucket';
import { layout } from '../../lib/shapes/layout';
import { toMachineName } from '../../lib/twin/rehearsal/machine-use';
import type { CampaignRun } from '../campaign/faults/run-campaign';
import type { Outcome, Subject } from '../campaign/subject';

const caseSchema = campaignSchema.extend({
  /** Verb, what, and when, like the title of a test. */
  case: z.string().min(1),
  /** File of `cases/specs/`, without its ending. Default: that of the file. */
  spec: z.string(),
  /** Default: the name of the spec, as a run without faults is made for each seed, for comparison. */
  seed: z.string(),
  /** Values of JSONata expressions over what was observed, see `docs/cases.md`. */
  expect: z.record(z.string(), z.json()).default({}),
});

const fileSchema = z.strictObject({
  /** Of all cases that name no other. */
  spec: z.string(),
  hours: z.number().positive().optional(),
  cases: z.array(z.unknown()).min(1),
});

/** One case with the defaults of its file. */
export type Case = z.infer<typeof caseSchema> & { readonly file: string };

/** @throws FsxbenchError with file, case and what is wrong */
export function readCases(root: string): readonly Case[] {
  const folder = join(root, 'cases');
  const names = readdirSync(folder).filter((name) => name.endsWith('.yaml'));
  return names.toSorted().flatMap((name) => readCaseFile(join(folder, name)));
}

function readCaseFile(path: string): Case[] {
  const file = basename(path, '.yaml');
  const { spec, hours, cases } = check(fileSchema, parse(readFileSync(path, 'utf8')), path);
  return cases.flatMap((each, index) =>
    fillRows(each as { readonly rows?: Rows }).map((written) => {
      const defaults = { spec, ...(hours === undefined ? {} : { hours }), ...written };
      return { ...check(caseSchema, { seed: defaults.spec, ...defaults }, `${path}: case ${index + 1}`), file };
    }),
  );
}

/** The case once for each of its `rows`: `${name}` is the value of the row, in a text or in place of it. */
function fillRows({ rows = [{}], ...written }: { readonly rows?: Rows }): object[] {
  return listRows(rows).map((row) => {
    const text = Object.entries(row).reduce(
      (filled, [name, value]) =>
        filled.replaceAll(`"\${${name}}"`, JSON.stringify(value)).replaceAll(`\${${name}}`, String(value)),
      JSON.stringify(written),
    );
    return JSON.parse(text) as object;
  });
}

function check<T>(schema: z.ZodType<T>, found: unknown, where: string): T {
  const result = schema.safeParse(found);
  if (result.success) return result.data;
  throw new FsxbenchError('Unexpected', `${where}:\n${z.prettifyError(result.error)}`);
}

/** @returns what differs, one line each; nothing where the case holds */
export async function playCase({ case: _, file: __, spec: ___, seed, expect, ...campaign }: Case, subject: Subject) {
  const { outcome, played } = await subject.observe(campaign, seed);
  const observed = await describeRun(outcome, played, subject.options.experiment);
  const wanted = {
    ...('codes' in expect ? {} : { complaints: [] }),
    // Disabled safeguards are not counted.
    ...('struck' in expect ? {} : { '$count(struck[$ = 0])': pickRules(campaign, 'without').length }),
    ...expect,
  };
  const wrong: string[] = [];
  for (const [expression, expected] of Object.entries(wanted)) {
    const difference = await compareValue(expression, observed, expected);
    if (difference !== undefined) wrong.push(difference);
  }
  return wrong;
}

/** What expressions see; `docs/cases.md` explains it. */
async function describeRun(
  outcome: Outcome,
  played: CampaignRun,
  experiment: string,
): Promise<Readonly<Record<string, unknown>>> {
  const { deployment, calls, messages, creations, work, ledger, started, startedAt, now } = played;
  const keys = layout(experiment, started[0]?.executionId ?? '');
  const toSeconds = (at: number): number => (at - startedAt) / 1000;
  const toEnd = (at: number | null | undefined): number | null => (typeof at === 'number' ? toSeconds(at) : null);
  const paidUntil = new Map(ledger.intervals(now).map(({ id, until }) => [id, until]));
  return {
    ...outcome,
    executions: deployment.account.sfn.executions().map((one) => ({
      machine: toMachineName(one.machineArn),
      name: one.name,
      status: one.status,
      error: one.error,
      cause: one.cause,
      from: toSeconds(one.startDate),
      until: toEnd(one.stopDate),
    })),
    calls: calls.map(({ time, execution, state, role, action, error }) => ({
      at: toSeconds(Date.parse(time)),
      execution,
      state,
      role,
      action,
      error: error?.name,
    })),
    mails: messages.map(({ subject, message, at }) => ({ at: toSeconds(at), subject, message })),
    resources: creations.map(({ kind, id, execution, at, goneAt }) => {
      // The ledger is exact; the deletion is noticed at the next call.
      const until = goneAt === null ? null : (paidUntil.get(id) ?? goneAt);
      return { kind, id, execution, from: toSeconds(at), until: toEnd(until), copied: played.copied.has(id) };
    }),
    work: work.map(({ instanceId, attempt, step, from, until }) => {
      return { host: instanceId, attempt, step, from: toSeconds(from), until: toEnd(until) };
    }),
    receipt: await readJson(deployment.context, keys.receipt),
    fence: await readJson(deployment.context, keys.fence),
    summary: await readJson(deployment.context, keys.summary),
  };
}
