/** IOR's JSON (`-O summaryFormat=JSON`), whose `summary` is the same in all versions that have it. */
import * as z from 'zod';
import { isPossible, spreadOf } from '../../tools/mpi-output';
import { statedBy, toldByJson } from './job';
import type { Found } from './text';

const MIB = 1024 ** 2;
const METRICS = { write: 'write_bandwidth', read: 'read_bandwidth' } as const;

const amount = z.number();
const shape = z.object({
  Version: z.string().optional(),
  summary: z.array(
    z.object({
      operation: z.string(),
      TestID: z.number().optional(),
      bwMaxMIB: amount,
      bwMinMIB: amount,
      bwMeanMIB: amount,
      bwStdMIB: amount,
    }),
  ),
});

/** What an entry of the summary says of the job that it was, and of what it moved. */
const job = z.object({
  summary: z.array(
    z.object({
      TestID: z.number().default(0),
      numTasks: amount,
      tasksPerNode: amount,
      repetitions: amount,
      blockSize: amount,
      transferSize: amount,
      segmentCount: amount,
    }),
  ),
});

/** Of the first entry of a summary; null where it does not say all of it. */
export function jobOf(text: string): z.infer<typeof job>['summary'][number] | null {
  try {
    const read = job.safeParse(JSON.parse(withoutWarnings(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1))));
    return read.data?.summary[0] ?? null;
  } catch {
    return null;
  }
}

/** What each test says of itself, beside its entry of the summary. */
const parameters = z.object({
  tests: z.array(z.object({ TestID: z.number().optional(), Parameters: z.record(z.string(), z.unknown()) })),
});

const OVERWRITTEN = 'its JSON is broken: IOR was killed, or its processes wrote into one file at once';

/** Null where it holds no JSON; with a reason where that is broken. Lines before and after it are nobody's business. */
export function readJson(text: string): Found | null {
  const from = /^[ \t]*\{/m.exec(text)?.index ?? -1;
  if (from < 0) return null;
  const nothing = (broken: string): Found => ({ version: versionIn(text), runs: [], impossible: null, broken });
  const to = text.lastIndexOf('}');
  // Ends of another document before this one: version 3.2 lets every process write into the same file.
  if (/^[ \t,]*[\]}]/m.test(text.slice(0, from)) || /[\]}]/.test(text.slice(to + 1))) return nothing(OVERWRITTEN);
  let data: unknown;
  try {
    data = JSON.parse(withoutWarnings(text.slice(from, to + 1)));
  } catch {
    return nothing(OVERWRITTEN);
  }
  const read = shape.safeParse(data);
  if (!read.success) return nothing('its JSON has no `summary` of rates');
  const spreads = read.data.summary.flatMap(({ operation, bwMaxMIB: max, bwMinMIB: min, bwMeanMIB: mean, ...one }) =>
    operation === 'write' || operation === 'read'
      ? [{ metric: METRICS[operation], test: one.TestID ?? 0, spread: { mean, max, min, stddev: one.bwStdMIB } }]
      : [],
  );
  const wrong = spreads.find(({ spread }) => !isPossible(spread));
  const tests = [...new Set(spreads.map(({ test }) => test))];
  return {
    version: versionIn(read.data.Version ?? text),
    runs: tests.map((test) => {
      const observations = spreads.flatMap((one) =>
        one.test === test && one.spread.max > 0 ? spreadOf(one.metric, 'bytes/s', one.spread, MIB) : [],
      );
      return { observations, ...jobBy(text, data, test, observations) };
    }),
    impossible: wrong === undefined ? null : `${wrong.metric} cannot be: ${JSON.stringify(wrong.spread)}`,
    broken: spreads.length === 0 ? 'its `summary` tells of no write and no read' : null,
  };
}

/** Nothing where it does not say all of it. */
function jobBy(
  text: string,
  data: unknown,
  test: number,
  observations: Found['runs'][number]['observations'],
): Pick<Found['runs'][number], 'job'> {
  const all = parameters.safeParse(data).data?.tests;
  const its = all?.find(({ TestID = 0 }) => TestID === test)?.Parameters;
  const entry = job.safeParse(data).data?.summary.find(({ TestID }) => TestID === test);
  if (its === undefined || entry === undefined) return {};
  const stated = statedBy(text, toldByJson(its, entry), observations);
  return stated === null ? {} : { job: stated };
}

/** Warnings stand between members where IOR prints both to one place; what they say is told by the parser. */
function withoutWarnings(text: string): string {
  return text.replace(/^(?:ior )?WARN(?:ING)?: .*$/gm, '');
}

function versionIn(text: string): string | null {
  return /\bIOR-(\d[\w.+-]*)/.exec(text)?.[1] ?? /^(\d[\w.+-]*)$/.exec(text.trim())?.[1] ?? null;
}
