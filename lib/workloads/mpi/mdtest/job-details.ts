/** What a run of mdtest says of the job that it was. */
import type { JobDetails } from '../../../shapes/tool-result';
import { type Letters, type MpiOptions, parseOptions } from '../options';
import { checkRanks, findUnevenRates } from '../consistency';
import table from '../letters.json';
import { splitLines, listWarnings, type Row, toFigures } from '../output';
import { checkClock, listContradictions, listRankRemarks } from './iterations';
import { HEADING } from './table';

const TASKS = /was launched with (\d{1,9}) total task\(?s?\)? on (\d{1,9}) node/;
const ITEMS = /^\d{1,9} tasks, (\d{1,15}) (?:files|directories)/m;
/** By versions that count the stride of `-N` in nodes where ranks fill one after the other. */
const SHIFTED = /Shifting ranks by (\d{1,9}) for each phase/;

const { letters, flags, unsaid: UNGIVEN } = table.mdtest;
/** Its options (`-h` of 1.9 to 4.1). */
export const LETTERS: Letters = {
  ...letters,
  unsaid: { ...UNGIVEN, ...Object.fromEntries(flags.map((name) => [name, '0'])) },
};
/** Metrics of phases that go through every item. */
const ITEM_METRICS = /^(?:file|dir)_/;
/** Those that a memory which knows the items can answer. */
const LOOKUP_METRICS = ['file_stat', 'file_read', 'dir_stat'];

type Job = Readonly<Record<'tasks' | 'nodes' | 'iterations', number>>;

/** Of the first run of an output; null where it does not say all of it. */
export function parseMdtestJob(text: string): Job | null {
  const [, tasks, nodes] = TASKS.exec(text) ?? [];
  const iterations = splitLines(text).flatMap((line) => HEADING.exec(line)?.[2] ?? [])[0];
  if (tasks === undefined || nodes === undefined || iterations === undefined) return null;
  return { tasks: Number(tasks), nodes: Number(nodes), iterations: Number(iterations) };
}

/** Null where it does not tell its call. @param text of one run with figures @param lines of it, blanks one each */
export function describeJob(text: string, lines: readonly string[], rows: readonly Row[]): JobDetails | null {
  const job = parseMdtestJob(text);
  const options = parseOptions(text, LETTERS);
  if (job === null || options === null) return null;
  const looks = LOOKUP_METRICS.filter((metric) => rows.some((one) => one.metric === metric));
  const items = Number(ITEMS.exec(text)?.[1] ?? Number.NaN);
  const own = looks.length === 0 ? null : findOwnLookups(job, options, looks, SHIFTED.exec(text)?.[1]);
  const data = rows.some(({ metric }) => metric === 'file_create') ? findUnflushed(options) : null;
  const asked = Number(options.get('i') ?? UNGIVEN.i);
  // Phases that were ended by a clock (`-W`), or do what one of those did (`-x`), have done fewer items.
  const isWhole = (options.get('W') ?? '0') === '0' && !options.has('x');
  const seconds = Object.fromEntries(
    rows.flatMap(({ metric, spread: { mean } }) =>
      ITEM_METRICS.test(metric) && mean > 0 && items > 0 ? [[metric, items / mean] as const] : [],
    ),
  );
  const all = Object.values(seconds).reduce((sum, value) => sum + value, 0) * job.iterations;
  const version = /\bmdtest-(\S{1,60}) was/.exec(text)?.[1] ?? '';
  const report = { lines, rows, version, items, ...job };
  const [differ, ranks] = [listContradictions(report), listRankRemarks(report)];
  // What may be of ranks is no spread of iterations.
  const spreads = rows.flatMap((row) => (ITEM_METRICS.test(row.metric) ? toFigures(row, 'ops/s') : []));
  return {
    options: { np: String(job.tasks), ...LETTERS.unsaid, ...Object.fromEntries(options) },
    nodes: job.nodes,
    seconds,
    readBack: null,
    contradictions: [...differ, ...(isWhole ? checkClock(text, all) : [])],
    remarks: [...ranks, ...listWarnings(text), ...(data?.isSmall === true ? [data.text] : [])],
    doubts: [
      ...(own?.sure === true ? [own.text] : []),
      ...(data?.isSmall === false ? [data.text] : []),
      ...[checkRanks(text) ?? []].flat(),
      ...(differ.length + ranks.length > 0 ? [] : findUnevenRates(spreads).map((one) => one.text)),
      ...(job.iterations < asked ? [`${job.iterations} of ${asked} iterations (\`-i\`) are in it`] : []),
    ],
    unknown: [
      ...(own?.sure === false ? [own.text] : []),
      ...(Number.isNaN(items) ? ['it does not say how many items it had, and so not how long its phases took'] : []),
    ],
  };
}

/** Null where another node was asked than the one that made the items. */
function findOwnLookups(
  { tasks, nodes }: Job,
  options: MpiOptions,
  looks: readonly string[],
  shifted: string | undefined,
): { readonly sure: boolean; readonly text: string } | null {
  const named = looks.join(', ');
  const answers = 'its memory may have answered';
  if (nodes === 1)
    return { sure: true, text: `${named} asked the node that had made the items, since there was one: ${answers}` };
  const stride = Number(shifted ?? options.get('N') ?? UNGIVEN.N);
  if (stride === 0)
    return { sure: true, text: `${named} asked the node that had made the items (no \`-N\`): ${answers}` };
  if (stride < tasks / nodes) {
    const text =
      `${named} asked the rank ${stride} further (\`-N\`), and each node had ${tasks / nodes}: whether that is ` +
      'another node depends on how ranks were laid out, which nothing in it says';
    return { sure: false, text };
  }
  // One node further with every phase: the third phase is the second one after the creates.
  if (nodes > 2 || !looks.includes('file_read')) return null;
  return { sure: true, text: `file_read asked the node that had made the files, since there were two: ${answers}` };
}

/**
 * Bytes that a network of 1 GB/s takes in less time than a create over it, 0.1 ms: of these and fewer the rate is that
 * of creates, which each ask a server. NFS has them there at the close, too; Lustre may hold them back.
 */
const SMALL_BYTES = 65_536;

/** Null where nothing is written, or all was flushed. */
function findUnflushed(options: MpiOptions): { readonly isSmall: boolean; readonly text: string } | null {
  const bytes = options.get('w') ?? UNGIVEN.w;
  if (bytes === '0' || options.has('y') || options.has('Y')) return null;
  const text = `the ${bytes} bytes of each file may still have been in memory when its create counted (no \`-y\`)`;
  return { isSmall: Number(bytes) <= SMALL_BYTES, text };
}
