/** Details of a job that an mdtest report states. */
import type { JobDetails } from '../../../shapes/tool-result';
import { type LetterSyntax, type MpiOptions, parseOptions } from '../options';
import { checkRanks, findUnevenRates } from '../consistency';
import table from '../letters.json';
import { splitLines, listWarnings, type SummaryRow, toFigures } from '../output';
import { listContradictions, listRankRemarks } from './iterations';
import { TABLE_HEADING } from './table';

const TASKS_PATTERN = /was launched with (\d{1,9}) total task\(?s?\)? on (\d{1,9}) node/;
const ITEMS_PATTERN = /^\d{1,9} tasks, (\d{1,15}) (?:files|directories)/m;
/** Message of versions that compute the stride of `-N` from the nodes. */
const SHIFT_PATTERN = /Shifting ranks by (\d{1,9}) for each phase/;

/** One digit per rank: 1 on the node of rank 0, otherwise 0. */
const NODEMAP_PATTERN = /^Nodemap: ([01]{1,262144})\s*$/m;

const { letters, flags, unsaid: UNGIVEN } = table.mdtest;
/** Options of mdtest 1.9 to 4.1 (`-h`). */
export const MDTEST_LETTERS: LetterSyntax = {
  ...letters,
  unsaid: { ...UNGIVEN, ...Object.fromEntries(flags.map((name) => [name, '0'])) },
};
/** Metrics of phases that process all items. */
const ITEM_METRICS = /^(?:file|dir)_/;
/** Metrics of operations that caches can answer. */
const LOOKUP_METRICS = ['file_stat', 'file_read', 'dir_stat'];

type MdtestJob = Readonly<Record<'tasks' | 'nodes' | 'iterations', number>>;

/** Job of the first run; null if the output does not state it completely. */
export function parseMdtestJob(text: string): MdtestJob | null {
  const [, tasks, nodes] = TASKS_PATTERN.exec(text) ?? [];
  const iterations = splitLines(text).flatMap((line) => TABLE_HEADING.exec(line)?.[2] ?? [])[0];
  if (tasks === undefined || nodes === undefined || iterations === undefined) return null;
  return { tasks: Number(tasks), nodes: Number(nodes), iterations: Number(iterations) };
}

/** Null if the report has no command line. @param text one run with figures @param lines `text` with single blanks */
export function describeJob(text: string, lines: readonly string[], rows: readonly SummaryRow[]): JobDetails | null {
  const job = parseMdtestJob(text);
  const options = parseOptions(text, MDTEST_LETTERS);
  if (job === null || options === null) return null;
  const looks = LOOKUP_METRICS.filter((metric) => rows.some((one) => one.metric === metric));
  const items = Number(ITEMS_PATTERN.exec(text)?.[1] ?? Number.NaN);
  const own = looks.length === 0 ? null : findOwnLookups(job, options, looks, text);
  const data = rows.some(({ metric }) => metric === 'file_create') ? findUnflushed(options) : null;
  const asked = Number(options.get('i') ?? UNGIVEN.i);
  const seconds = Object.fromEntries(
    rows.flatMap(({ metric, spread: { mean } }) =>
      ITEM_METRICS.test(metric) && mean > 0 && items > 0 ? [[metric, items / mean] as const] : [],
    ),
  );
  const version = /\bmdtest-(\S{1,60}) was/.exec(text)?.[1] ?? '';
  const report = { lines, rows, version, items, ...job };
  const [differ, ranks] = [listContradictions(report), listRankRemarks(report)];
  // Figures that may summarize ranks have no spread over iterations.
  const spreads = rows.flatMap((row) => (ITEM_METRICS.test(row.metric) ? toFigures(row, 'ops/s') : []));
  return {
    options: { np: String(job.tasks), ...MDTEST_LETTERS.unsaid, ...Object.fromEntries(options) },
    nodes: job.nodes,
    seconds,
    readBack: null,
    contradictions: differ,
    remarks: [...ranks, ...listWarnings(text), ...(data?.isSmall === true ? [data.text] : [])],
    doubts: [
      ...(own?.sure === true ? [own.text] : []),
      ...(data?.isSmall === false ? [data.text] : []),
      ...[checkRanks(text) ?? []].flat(),
      ...(differ.length + ranks.length > 0 ? [] : findUnevenRates(spreads).map((one) => one.text)),
      ...(job.iterations < asked ? [`the report has ${job.iterations} of ${asked} iterations (\`-i\`)`] : []),
    ],
    unknown: [
      ...(own?.sure === false ? [own.text] : []),
      ...(Number.isNaN(items) ? ['the number of items is missing, so the length of its phases is unknown'] : []),
    ],
  };
}

/** Null if the node that looked up the items is not the node that created them. */
function findOwnLookups(
  { tasks, nodes }: MdtestJob,
  options: MpiOptions,
  looks: readonly string[],
  text: string,
): { readonly sure: boolean; readonly text: string } | null {
  const named = looks.join(', ');
  const answers = 'its caches may have answered';
  if (nodes === 1)
    return { sure: true, text: `${named} ran on the only node, which had created the items: ${answers}` };
  const stride = Number(SHIFT_PATTERN.exec(text)?.[1] ?? options.get('N') ?? UNGIVEN.N);
  if (stride === 0)
    return { sure: true, text: `${named} ran on the node that had created the items (no \`-N\`): ${answers}` };
  const map = NODEMAP_PATTERN.exec(text)?.[1];
  if (map?.length === tasks) {
    const own = looks.filter((metric) => looksAtOwn(map, stride * (metric === 'file_read' ? 2 : 1)));
    const which = `${own.join(', ')} ran on the node that had created the items, by \`Nodemap\``;
    return own.length === 0 ? null : { sure: true, text: `${which}: ${answers}` };
  }
  if (stride < tasks / nodes) {
    const unsure =
      `${named} were shifted by ${stride} ranks (\`-N\`), and each node had ${tasks / nodes}: whether another node ` +
      'looked up the items depends on the unknown placement of ranks';
    return { sure: false, text: unsure };
  }
  // Each phase shifts by one node, so the third phase runs two nodes after the creates.
  if (nodes > 2 || !looks.includes('file_read')) return null;
  return { sure: true, text: `with two nodes, file_read ran on the node that had created the files: ${answers}` };
}

/** Whether a rank on the node of rank 0 (1) looks up items of that node. */
function looksAtOwn(map: string, shift: number): boolean {
  return [...map].some((on, rank) => on === '1' && map[(rank + shift) % map.length] === '1');
}

/**
 * File size that a 1 GB/s network transfers faster than it completes a create (0.1 ms). Up to this size, the rate is
 * that of creates, which each wait for a server. NFS also sends the bytes at close; Lustre may hold them back.
 */
const MAX_SMALL_BYTES = 65_536;

/** Null if no data is written, or all data is flushed. */
function findUnflushed(options: MpiOptions): { readonly isSmall: boolean; readonly text: string } | null {
  const bytes = options.get('w') ?? UNGIVEN.w;
  if (bytes === '0' || options.has('y') || options.has('Y')) return null;
  const text = `the ${bytes} bytes of each file may still have been in memory when its create counted (no \`-y\`)`;
  return { isSmall: Number(bytes) <= MAX_SMALL_BYTES, text };
}
