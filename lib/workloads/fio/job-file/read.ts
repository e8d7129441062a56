/** A job file as it will be executed: its jobs, what they ask for, and all that is wrong with it at once. */
import { formatBytes } from '../../../shapes/quantity';
import { readSplit } from '../options/block-split';
import { blocksOf, isSaid } from '../options/by-direction';
import { thinData } from '../options/content';
import { directOf, switchOf } from '../options/direct';
import { directionsIn, OPERATIONS, type Rw } from '../options/operations';
import { notAlone, verifyFaults } from '../verify/job';
import { nearest } from '../../../shapes/suggest';
import { isOption, NAMES_OF, OPTION_WORDS } from '../options/known-options';
import { type Fault, type OptionLine, readIni, type Section, shown } from './ini';
import { type JobRate, mixOf, rateFaults, rateOf } from '../options/rate/rates';
import { leftOut, refusal } from './truth';
import { flagOf, secondsOf, sizeOf, wholeOf } from './values';

/** One job of the file: a section. */
export interface FileJob {
  readonly name: string;
  /** Of its `[name]`, from 1. */
  readonly line: number;
  readonly rw: Rw;
  readonly ioengine: string;
  /** Bytes of one I/O; null where they differ. */
  readonly bs: number | null;
  /** The same of reads and of writes: both are known where these differ from each other alone. */
  readonly blocks: ReturnType<typeof blocksOf>;
  readonly iodepth: number;
  readonly numjobs: number;
  /** Bytes that one of its jobs works on. */
  readonly size: number;
  readonly rampTime: number;
  /** Seconds that are measured, at most so many where {@link timeBased} is false. */
  readonly runtime: number;
  readonly timeBased: boolean;
  readonly direct: boolean;
  /** Why it is not direct, in words. */
  readonly directReason: string;
  /** Share of reads in a mix, %, as far as no rates decide. */
  readonly mix: number;
  /** Null where as many I/Os as are answered are asked. */
  readonly rate: JobRate | null;
  /** Of those with the same number all run at once; the next ones after they have ended. */
  readonly turn: number;
  /** All that holds for it, by name; later lines win. */
  readonly options: ReadonlyMap<string, string>;
}

export interface JobFile {
  readonly jobs: readonly FileJob[];
  /** The text without what is left out. */
  readonly text: string;
  /** What was left out, and why. */
  readonly notes: readonly Fault[];
  /** Options that the fio whose names we know does not have. */
  readonly unknown: readonly Fault[];
  /** Where there are any, the file cannot be executed. */
  readonly faults: readonly Fault[];
}

/** Those that read and write files, and whether more than one I/O of a job is in flight. */
const ENGINES: Readonly<Record<string, boolean>> = {
  psync: false,
  sync: false,
  vsync: false,
  pvsync: false,
  pvsync2: false,
  mmap: false,
  libaio: true,
  posixaio: true,
  io_uring: true,
};
/** fio's own on Linux. */
const ENGINE = 'psync';
const MOST = { characters: 60_000, jobs: 100, numjobs: 1024, iodepth: 4096 };

const known = new Map<string, JobFile>();
/** Plans ask for the same few files thousands of times. */
const KEPT = 100;

/** Reads a whole text. Never throws. */
export function readJobFile(text: string): JobFile {
  const before = known.get(text);
  if (before !== undefined) return before;
  const read = jobFileOf(text);
  if (known.size >= KEPT) known.clear();
  known.set(text, read);
  return read;
}

function jobFileOf(text: string): JobFile {
  if (text.length > MOST.characters)
    return {
      jobs: [],
      text,
      notes: [],
      unknown: [],
      faults: [{ line: 1, text: `longer than ${MOST.characters} characters` }],
    };
  const { sections, lines, faults } = readIni(text);
  const dropped = lines.filter((option) => leftOut(option) !== null);
  const refused = lines.flatMap((option) => refusal(option) ?? []);
  const found: Fault[] = [...faults, ...refused];
  if (sections.length > MOST.jobs)
    found.push({ line: 1, text: `${sections.length} jobs; allowed: ${MOST.jobs} at most` });
  const jobs: FileJob[] = [];
  const ofJobs: Fault[] = [];
  let turn = 0;
  for (const section of sections) {
    const options = new Map(section.options.map(({ name, value }) => [name, value]));
    if (jobs.length > 0 && options.has('stonewall') && flagOf(options.get('stonewall') ?? '')) turn += 1;
    jobs.push(jobOf(section, options, turn, ofJobs));
  }
  // Of a line that is refused, whatever job it stands in, it is said once why.
  const headers = new Set(sections.map(({ line }) => line));
  const said = new Set([...faults, ...refused].map(({ line }) => line));
  found.push(...ofJobs.filter(({ line }) => headers.has(line) || !said.has(line)));
  for (const { line, name } of notAlone(jobs)) {
    const why = 'would read back while others are measured; give it, and what follows it, stonewall';
    const text = `[${name}] verifies, and ${why}`;
    found.push({ line, text });
  }
  const order = (a: Fault, b: Fault): number => a.line - b.line;
  return {
    jobs,
    text: without(text, dropped),
    notes: dropped.map((option) => ({
      line: option.line,
      text: `${option.name} is left out: ${leftOut(option) ?? ''}`,
    })),
    unknown: lines.filter((option) => leftOut(option) === null && refusal(option) === null).flatMap(unknownOption),
    faults: [...new Map(found.map((fault) => [`${fault.line} ${fault.text}`, fault])).values()].toSorted(order),
  };
}

/** Newer versions have more: it is no fault, but hosts with the version of Debian 12 drop the job. */
function unknownOption({ line, name }: OptionLine): readonly Fault[] {
  if (isOption(name)) return [];
  const near = nearest(name, OPTION_WORDS);
  const meant = near === undefined ? '' : `; did you mean ${near}?`;
  return [{ line, text: `${NAMES_OF} has no option ${shown(name)}, and drops a job that has it${meant}` }];
}

function without(text: string, dropped: readonly OptionLine[]): string {
  const lines = new Set(dropped.map(({ line }) => line));
  return text
    .split(/\r?\n/)
    .map((content, index) => (lines.has(index + 1) ? `; left out by fsxbench: ${content.trim()}` : content))
    .join('\n');
}

function jobOf(section: Section, options: ReadonlyMap<string, string>, turn: number, faults: Fault[]): FileJob {
  const lineOf = (name: string): number => section.options.findLast((one) => one.name === name)?.line ?? section.line;
  const wrong = (name: string, why: string): void => {
    faults.push({ line: lineOf(name), text: `[${section.name}] ${why}` });
  };
  const take = <T>(name: string, fallback: T, read: (text: string) => T | null, words: string): T => {
    const value = options.get(name);
    if (value === undefined) return fallback;
    const found = read(value);
    if (found === null) wrong(name, `${name}=${value} is not allowed; allowed: ${words}`);
    return found ?? fallback;
  };
  const must = (name: string, read: (text: string) => number | null, why: string, words: string): number => {
    if (!options.has(name)) wrong(name, `${name} is missing: ${why}; write e.g. ${name}=${words}`);
    return take(name, 0, read, `e.g. ${words}`);
  };
  for (const name of SWITCHES) take(name, false, switchOf, '0, 1');
  const ioengine = take('ioengine', ENGINE, (text) => (Object.hasOwn(ENGINES, text) ? text : null), ENGINES_WORDS);
  const direct = directOf(
    section.options.map(({ name, value }) => [name, value]),
    ioengine,
  );
  const rw = take('rw', 'read', operationOf, OPERATIONS.join(', '));
  take('bs', true, (text) => isSaid(text, 1) || null, 'a size, e.g. 4k; of reads and of writes: 4k,16k');
  const blocks = blocksOf(section.options);
  const sizes = new Set(directionsIn(rw).map((direction) => blocks?.[direction] ?? null));
  const bs = sizes.size === 1 ? ([...sizes][0] ?? null) : null;
  const job: FileJob = {
    name: section.name,
    line: section.line,
    rw,
    ioengine,
    bs,
    blocks,
    iodepth: take('iodepth', 1, (text) => wholeOf(text, 1, MOST.iodepth), `1 to ${MOST.iodepth}`),
    numjobs: take('numjobs', 1, (text) => wholeOf(text, 1, MOST.numjobs), `1 to ${MOST.numjobs}`),
    size: worked(must('size', sizeOf, 'files are written before they are measured', '1g'), options),
    rampTime: take('ramp_time', 0, secondsOf, 'seconds, e.g. 5s'),
    runtime: must('runtime', (text) => secondsOf(text) || null, 'nobody knows when it would end', '60s'),
    timeBased: options.has('time_based') && flagOf(options.get('time_based') ?? ''),
    direct: direct.direct,
    directReason: direct.why,
    mix: mixOf(section.options),
    rate: rateOf(section.options, rw),
    turn,
    options,
  };
  if (ENGINES[job.ioengine] === false && job.iodepth > 1)
    wrong('iodepth', `iodepth=${job.iodepth}: ioengine ${job.ioengine} has one I/O in flight; take libaio or io_uring`);
  if (job.runtime > 0 && job.runtime < 1)
    wrong('runtime', `runtime=${job.runtime}s is too short; allowed: 1s and more`);
  if (job.bs !== null && job.size > 0 && job.size < job.bs)
    wrong('bs', `bs=${formatBytes(job.bs)}: there is no room for a block in ${formatBytes(job.size)} (size, filesize)`);
  for (const { option, why } of [...verifyFaults(job), ...rateFaults(section.options, rw)]) wrong(option, why);
  const split = options.get('bssplit');
  if (split !== undefined && readSplit(split) === null)
    wrong('bssplit', `bssplit=${split} is not allowed; allowed: sizes and percents that make 100, e.g. 4k/60:64k/40`);
  return job;
}

/** Of these fio takes 0 and 1 only, and drops the job for anything else. */
const SWITCHES = ['direct', 'buffered'];
/** Files of a size of their own may be less than all that is asked for. */
function worked(size: number, options: ReadonlyMap<string, string>): number {
  const [each, files] = [sizeOf(options.get('filesize') ?? ''), Number(options.get('nrfiles') ?? 1)];
  return each === null || !(each * files > 0) ? size : Math.min(size, each * files);
}

const ENGINES_WORDS = `${Object.keys(ENGINES).join(', ')}; files alone are ioengine: filecreate, … of a workload`;

function operationOf(text: string): Rw | null {
  const found = text === 'readwrite' ? 'rw' : text;
  return OPERATIONS.find((one) => one === found) ?? null;
}

/** What of the data of a job compresses or repeats: of what it writes, or reads, as files are written alike. */
export function thinOf({ rw, options }: FileJob): string | null {
  // What scrambles is the writes of the job itself.
  const own = directionsIn(rw).includes('write') ? null : 'scramble_buffers';
  return thinData((name) => (name === own ? null : options.get(name)));
}

/** Jobs that run at once, in their order. */
export function turnsOf(jobs: readonly FileJob[]): readonly (readonly FileJob[])[] {
  return [...new Set(jobs.map(({ turn }) => turn))].map((turn) => jobs.filter((job) => job.turn === turn));
}
