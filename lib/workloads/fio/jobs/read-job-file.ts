/** Reads a job file as fsxbench will run it: its jobs, their options, and all its problems. */
import { cutText } from '../../../shapes/printable';
import { formatBytes } from '../../../shapes/quantity';
import { findNearest } from '../../../shapes/suggest';
import { readSplit } from '../options/block-split';
import { findReduction } from '../options/data-reduction';
import { resolveDirect, parseSwitch } from '../options/direct';
import { JOB_FILE_ENGINES, countFilesOfJob, findEngine, isSynchronous } from '../options/engine';
import { findFlushConflict } from '../options/flushes';
import { isKnownOption, KNOWN_VERSION, KNOWN_OPTION_NAMES } from '../options/known-options';
import { listDirections, hasWrites, RW_VALUES, type Rw } from '../options/operations';
import { findRateConflict } from '../options/pacing-options';
import { parseFlag, type OptionLine, parseTime, parseSize, parseInteger } from '../options/values';
import { type LineFault, FILE_NAME_OPTIONS, readIni, type Section } from './ini';
import { isSizeList, getBlockSizes, type JobRate, parseMix, parseRate } from '../options/rates';
import { explainOmission, explainRefusal } from './refused-options';

/** One job, i.e. one section of the file. */
export interface FileJob {
  readonly name: string;
  /** Line number of `[name]`, starting at 1. */
  readonly line: number;
  readonly rw: Rw;
  readonly ioengine: string;
  /** Bytes per I/O; null for mixed sizes. */
  readonly bs: number | null;
  /** Bytes per read and per write; null if the sizes of that direction vary. */
  readonly blocks: ReturnType<typeof getBlockSizes>;
  readonly iodepth: number;
  readonly numjobs: number;
  /** Bytes that each clone of the job accesses. */
  readonly size: number;
  readonly rampTime: number;
  /** Configured seconds of measurement; an upper bound if {@link timeBased} is false, assumed without `runtime`. */
  readonly runtime: number;
  readonly timeBased: boolean;
  readonly direct: boolean;
  readonly directReason: string;
  /** Share of reads in a mix, %, unless rates determine it. */
  readonly mix: number;
  /** Null for closed-loop jobs. */
  readonly rate: JobRate | null;
  /** Number of the turn: jobs of one turn run concurrently, and the next turn starts when all have ended. */
  readonly turn: number;
  /** Options by name; the last line wins. */
  readonly options: ReadonlyMap<string, string>;
}

export interface JobFile {
  readonly jobs: readonly FileJob[];
  /** The text without the omitted options. */
  readonly text: string;
  /** Omitted options, and why. */
  readonly notes: readonly LineFault[];
  /** Options that are unknown in {@link KNOWN_VERSION}. */
  readonly unknown: readonly LineFault[];
  /** A job file with faults cannot run. */
  readonly faults: readonly LineFault[];
}

const JOB_FILE_LIMITS = { characters: 60_000, jobs: 100, numjobs: 1024, iodepth: 4096 };

/** Options on which results and times depend: a check of the value, and the allowed values. */
const VALUE_RULES: Readonly<Record<string, readonly [may: (text: string) => boolean, allowed: string]>> = {
  rw: [(text) => parseRw(text) !== null, RW_VALUES.join(', ')],
  bs: [(text) => isSizeList(text, 1), 'a size, e.g. 4k; separate sizes of reads and writes: 4k,16k'],
  bssplit: [(text) => readSplit(text) !== null, 'sizes with percentages that add up to 100, e.g. 4k/60:64k/40'],
  size: [(text) => parseSize(text) !== null, 'e.g. 1g'],
  runtime: [(text) => (parseTime(text) ?? 0) >= 1, 'at least 1s'],
  ramp_time: [(text) => parseTime(text) !== null, 'seconds, e.g. 5s'],
  iodepth: [(text) => parseInteger(text, 1, JOB_FILE_LIMITS.iodepth) !== null, `1 to ${JOB_FILE_LIMITS.iodepth}`],
  numjobs: [(text) => parseInteger(text, 1, JOB_FILE_LIMITS.numjobs) !== null, `1 to ${JOB_FILE_LIMITS.numjobs}`],
  // fio accepts only 0 and 1, and drops the job for any other value.
  direct: [(text) => parseSwitch(text) !== null, '0, 1'],
  buffered: [(text) => parseSwitch(text) !== null, '0, 1'],
  ioengine: [
    (text) => JOB_FILE_ENGINES.includes(text),
    `${JOB_FILE_ENGINES.join(', ')}; for file operations set ioengine: filecreate, … in the workload`,
  ],
  rate: [(text) => isSizeList(text, 0), 'e.g. 10m; reads and writes separated by a comma'],
  rate_iops: [(text) => isSizeList(text, 0), 'e.g. 1000; reads and writes separated by a comma'],
  rate_process: [(text) => text === 'linear' || text === 'poisson', 'linear, poisson'],
  rwmixread: [(text) => parseInteger(text, 1, 99) !== null, '1 to 99; otherwise use rw=randread, …'],
  rwmixwrite: [(text) => parseInteger(text, 1, 99) !== null, '1 to 99; otherwise use rw=randread, …'],
};

/** Rates of slow storage, per host: a job that its size ends is planned for this time. Assumed. */
const SLOW_RATES = { iops: 1000, bytes: 50e6 };

const jobFileCache = new Map<string, JobFile>();
/** Plans read the same few files thousands of times. */
const CACHE_SIZE = 100;

/** Reads the text of a job file. Never throws. */
export function readJobFile(text: string): JobFile {
  const before = jobFileCache.get(text);
  if (before !== undefined) return before;
  const read = parseJobFile(text);
  if (jobFileCache.size >= CACHE_SIZE) jobFileCache.clear();
  jobFileCache.set(text, read);
  return read;
}

function parseJobFile(text: string): JobFile {
  if (text.length > JOB_FILE_LIMITS.characters) {
    const fault = { line: 1, text: `longer than ${JOB_FILE_LIMITS.characters} characters` };
    return { jobs: [], text, notes: [], unknown: [], faults: [fault] };
  }
  const { sections, lines, faults } = readIni(text);
  const dropped = lines.filter((option) => explainOmission(option) !== null);
  const refused = [...faults, ...lines.flatMap((option) => explainRefusal(option) ?? [])];
  if (sections.length > JOB_FILE_LIMITS.jobs)
    refused.push({ line: 1, text: `${sections.length} jobs; allowed: at most ${JOB_FILE_LIMITS.jobs}` });
  const folders = new Set(sections.map(({ options }) => options.findLast(({ name }) => name === 'directory')?.value));
  const line = lines.findLast(({ name }) => name === 'directory')?.line ?? 1;
  const merged = 'jobs differ in directory, but the target defines one folder; leave it out, and name files apart';
  if (folders.size > 1) refused.push({ line, text: merged });
  let turn = 0;
  const jobs = sections.map((section, index) => {
    const options = new Map(section.options.map(({ name, value }) => [name, value]));
    if (index > 0 && options.has('stonewall') && parseFlag(options.get('stonewall') ?? '')) turn += 1;
    return toJob(section, options, turn);
  });
  // Reports a refused line once instead of once per job to which it applies.
  const headers = new Set(sections.map(({ line }) => line));
  const said = new Set(refused.map(({ line }) => line));
  const ofJobs = jobs.flatMap((job, index) => {
    const lines = sections[index]?.options ?? [];
    return [...checkJob(job, lines), ...checkAppends(job, lines, jobs.every(isAppending))];
  });
  const found = [...refused, ...ofJobs.filter(({ line }) => headers.has(line) || !said.has(line))];
  return {
    jobs,
    text: renderForFio(text, dropped, lines),
    notes: dropped.map((option) => ({
      line: option.line,
      text: `${option.name} is omitted: ${explainOmission(option) ?? ''}`,
    })),
    unknown: lines
      .filter((option) => explainOmission(option) === null && explainRefusal(option) === null)
      .flatMap(checkOption),
    faults: [...new Map(found.map((fault) => [`${fault.line} ${fault.text}`, fault])).values()].toSorted(
      (a, b) => a.line - b.line,
    ),
  };
}

/** Not a fault, as newer versions of fio have more options; but the version in Debian 12 drops the job. */
function checkOption({ line, name }: OptionLine): readonly LineFault[] {
  if (isKnownOption(name)) return [];
  const near = findNearest(name, KNOWN_OPTION_NAMES);
  const meant = near === undefined ? '' : `; did you mean ${near}?`;
  return [{ line, text: `${KNOWN_VERSION} has no option ${cutText(name)}, and drops jobs with it${meant}` }];
}

/** Text for fio: without omitted options, and with plain file names. */
function renderForFio(text: string, dropped: readonly OptionLine[], all: readonly OptionLine[]): string {
  const lines = new Set(dropped.map(({ line }) => line));
  const names = new Map(
    all.flatMap(({ line, name, written, value }) =>
      FILE_NAME_OPTIONS.has(name) ? [[line, `${written}=${value}`] as const] : [],
    ),
  );
  return text
    .split(/\r?\n/)
    .map((content, index) =>
      lines.has(index + 1) ? `; left out by fsxbench: ${content.trim()}` : (names.get(index + 1) ?? content),
    )
    .join('\n');
}

/** Missing and invalid values become fio's defaults. Invalid values are also faults, so that the file never runs. */
function toJob({ name, line, options: lines }: Section, options: ReadonlyMap<string, string>, turn: number): FileJob {
  const take = (option: string): string => options.get(option) ?? '';
  const ioengine = take('ioengine') || 'psync';
  const direct = resolveDirect(
    lines.map((one) => [one.name, one.value]),
    ioengine,
  );
  const rw = parseRw(take('rw')) ?? 'read';
  const blocks = getBlockSizes(lines);
  const sizes = new Set(listDirections(rw).map((direction) => blocks?.[direction] ?? null));
  return {
    name,
    line,
    rw,
    ioengine,
    bs: sizes.size === 1 ? ([...sizes][0] ?? null) : null,
    blocks,
    iodepth: parseInteger(take('iodepth'), 1, JOB_FILE_LIMITS.iodepth) ?? 1,
    numjobs: parseInteger(take('numjobs'), 1, JOB_FILE_LIMITS.numjobs) ?? 1,
    size: computeWorkedBytes(parseSize(take('size')) ?? 0, options),
    rampTime: parseTime(take('ramp_time')) ?? 0,
    runtime: parseTime(take('runtime')) ?? computeLongestTime(options, blocks),
    timeBased: options.has('time_based') && parseFlag(take('time_based')),
    direct: direct.direct,
    directReason: direct.why,
    mix: parseMix(lines),
    rate: parseRate(lines, rw),
    turn,
    options,
  };
}

/** Seconds in which slow storage ends a job without a runtime. */
function computeLongestTime(options: ReadonlyMap<string, string>, blocks: FileJob['blocks']): number {
  const take = (name: string): number | null => parseSize(options.get(name) ?? '');
  const bytes = (take('io_size') ?? take('size') ?? 0) * (take('numjobs') ?? 1) * (take('loops') ?? 1);
  const rate = Math.min(SLOW_RATES.bytes, SLOW_RATES.iops * Math.min(blocks?.read ?? 4096, blocks?.write ?? 4096));
  return Math.max(1, Math.ceil(bytes / rate));
}

/** With `filesize`, all files together may be smaller than `size`. */
function computeWorkedBytes(size: number, options: ReadonlyMap<string, string>): number {
  const [each, files] = [parseSize(options.get('filesize') ?? ''), Number(options.get('nrfiles') ?? 1)];
  return each === null || !(each * files > 0) ? size : Math.min(size, each * files);
}

function parseRw(text: string): Rw | null {
  const found = text === 'readwrite' ? 'rw' : text;
  return RW_VALUES.find((one) => one === found) ?? null;
}

function checkJob(job: FileJob, lines: readonly OptionLine[]): readonly LineFault[] {
  const { options, ioengine, iodepth, bs, size, rate, rw } = job;
  const found: LineFault[] = [];
  const wrong = (name: string, why: string): void => {
    const line = lines.findLast((one) => one.name === name)?.line ?? job.line;
    found.push({ line, text: `[${job.name}] ${why}` });
  };
  if (!options.has('size'))
    wrong('size', 'size is missing: fsxbench writes the files before it measures; write e.g. size=1g');
  const paced = ['rate', 'rate_iops', 'thinktime'].find((name) => options.has(name));
  if (!options.has('runtime') && (job.timeBased || paced !== undefined)) {
    const name = job.timeBased ? 'time_based' : (paced ?? '');
    wrong(name, `runtime is missing: a job with ${name} needs it to be planned; write e.g. runtime=60s`);
  }
  for (const [name, [may, allowed]] of Object.entries(VALUE_RULES)) {
    const value = options.get(name);
    if (value !== undefined && !may(value)) wrong(name, `${name}=${value} is not allowed; allowed: ${allowed}`);
  }
  if (isSynchronous(ioengine) && iodepth > 1)
    wrong('iodepth', `iodepth=${iodepth}: ioengine ${ioengine} keeps one I/O in flight; use libaio or io_uring`);
  if (findEngine(ioengine)?.isSerial === true && iodepth > countFilesOfJob((name) => options.get(name)))
    wrong('iodepth', `iodepth=${iodepth}: ${ioengine} keeps one I/O of each file in flight; use libaio or io_uring`);
  if (bs !== null && size > 0 && size < bs)
    wrong('bs', `bs=${formatBytes(bs)} does not fit into ${formatBytes(size)} (size, filesize)`);
  for (const find of [findRateConflict, findFlushConflict]) {
    const conflict = find((name) => options.get(name));
    if (conflict !== null) wrong(conflict.option, conflict.message);
  }
  if (rate !== null && listDirections(rw).some((direction) => rate.iops[direction] === undefined))
    wrong(options.has('rate') ? 'rate' : 'rate_iops', 'only the reads or only the writes have a rate; set both rates');
  return found;
}

/** Whether each trial starts with an empty file, to which the job appends: a log that grows. */
export function isAppending({ options }: Pick<FileJob, 'options'>): boolean {
  return options.has('file_append') && parseFlag(options.get('file_append') ?? '');
}

/** @param all whether all jobs of the file append: their files are removed before each trial */
function checkAppends(job: FileJob, lines: readonly OptionLine[], all: boolean): readonly LineFault[] {
  if (!isAppending(job)) return [];
  const { options, rw, timeBased } = job;
  const line = lines.findLast(({ name }) => name === 'file_append')?.line ?? job.line;
  const creates = parseFlag(options.get('create_on_open') ?? '0') && options.get('fallocate') === 'none';
  const why = [
    ...(rw === 'write' ? [] : ['only rw=write appends to a file']),
    ...(creates ? [] : ['write create_on_open=1 and fallocate=none too, so that each trial starts with an empty file']),
    ...(timeBased
      ? ['leave time_based out, as fio 3.33 ends a job that appends after `size` all the same; raise size instead']
      : []),
    ...(all ? [] : ['set it in all jobs of the file: files are removed before each trial']),
  ];
  return why.map((text) => ({ line, text: `[${job.name}] file_append=1: ${text}` }));
}

/** Describes compressible or repetitive data of a job. Affects reads too: files are filled like the job's writes. */
export function getReduction({ rw, options }: FileJob): string | null {
  // `scramble_buffers` affects only the job's writes.
  const own = hasWrites(rw) ? null : 'scramble_buffers';
  return findReduction((name) => (name === own ? null : options.get(name)));
}

/** Groups concurrent jobs, in order of execution. */
export function groupTurns(jobs: readonly FileJob[]): readonly (readonly FileJob[])[] {
  return [...new Set(jobs.map(({ turn }) => turn))].map((turn) => jobs.filter((job) => job.turn === turn));
}
