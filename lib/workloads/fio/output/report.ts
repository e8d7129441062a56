/**
 * fio's human-readable report (`--output-format=normal`, the default), versions 2.1 to 3.42, in the form of the JSON of
 * the same run. Figures are rounded to their printed digits; `significant_figures=2` prints 337 MiB as `0GiB`. Rates of
 * I/O are exact, as fio prints the number of I/Os, and so are rates of bytes with one block size, if it is a power of
 * two. It shows no option but those of the line about each section
 * (https://fio.readthedocs.io/en/latest/fio_doc.html#interpreting-the-output).
 */
import { groupBy } from '../../../shapes/collections';
import { ALL_CLIENTS_NAME } from './job';

type Entry = Record<string, unknown>;

/** Why nothing is computed from options. */
export const REPORT_LIMITS =
  'the human-readable report of fio rounds its figures, and lacks `direct`, size, runtime and rate, which show ' +
  'whether memory or a limit set the figures; `--output-format=json` has them';

/** `fio-3.33`, on a line by itself after the sections; `fio --client` prints it with the host. */
const VERSION_LINE = /^(?:hostname=.{0,200}, fio=)?(fio-\d[^\s,]*)(?:, flags=.*)?$/;
/** Before lines of a client. */
const HOST_PREFIX = /^<[^>]{1,200}> /;
/** `name: (g=0): rw=randread, bs=…, ioengine=libaio, iodepth=16`. */
const SECTION_LINE = /^(.{1,200}?): \(g=(\d{1,6})\): rw=(.{0,300}?)ioengine=([^,\s]{1,200}),/;
/** `bs=(R) 4096B-4096B, (W) 4096B-64.0KiB, …`, of a section: the block size of a direction if it is only one. */
const ONE_BLOCK = /\(([RWT])\) (\d+(?:\.\d+)?[KMG]?i?B)-\2,/g;
const BLOCK_OF: Readonly<Record<string, string>> = { read: 'R', write: 'W', trim: 'T' };
/** `name: (groupid=0, jobs=1): err= 0: pid=1376: …`. */
const JOB_LINE = /^(.{1,200}?): \(groupid=(\d{1,6}), jobs=(\d{1,6})\): err= *(-?\d{1,6})[ :(].{0,300}?pid=(\d+)/;
/** Version 3: `  read: IOPS=28.8k, BW=112MiB/s (118MB/s)(113MiB/1007msec)`. */
const RATE_LINE =
  /^ +(read|write|trim|mixed) *: +IOPS=([\d.]+[kMGTP]?), BW=([\d.]+\w*)(?:\/s)? \(.{0,40}?\)\(([\d.]+\w*)\/(\d+)msec\)/;
/** Version 2: `  read : io=3777.6MB, bw=64466KB/s, iops=16116, runt= 60003msec`. */
const OLD_RATE_LINE =
  /^ +(read|write|trim|mixed) *: +io= *([\d.]+\w*), bw= *([\d.]+\w*?)\/s, iops= *([\d.]+), runt= *(\d+)msec/;
/** `    clat (usec): min=18, max=8061, avg=146.92, stdev=490.28`. */
const LATENCY_LINE =
  /^ +([sc]?lat|sync) \((nsec|usec|msec|sec)\) *: +min= *(\S+), max= *(\S+), avg= *(\S+), stdev= *(\S+)/;
const PERCENTILES_LINE = /^ +([sc]?lat|sync) percentiles \((nsec|usec|msec|sec)\):/;
const PERCENTILE = /(\d+\.\d+)th=\[ *(\d+)\]/g;
const IOPS_LINE = /^ +iops *: min= *(\d+), max= *(\d+), avg= *([\d.]+), stdev= *([\d.]+), samples= *(\d+)/;
const CPU_LINE = /^ +cpu *: usr=([\d.]+)%, sys=([\d.]+)%, ctx=\d+, majf=(\d+)/;
/** Reads, writes, trims and, in newer versions, flushes. */
const ISSUED_LINE = /^ +issued(?: rwts?)? *: total=([\d,rwd=/]+) short=([\d,rwd=/]+)(?: drop\w*=([\d,rwd=/]+))?/;
const DISK_LINE =
  /^ +(\S+): ios=(\d+)\/(\d+),(?: sectors=(\d+)\/(\d+),)? merge=(\d+)\/(\d+), ticks=(\d+)\/(\d+),.* util=([\d.]+)%/;

const NANOSECONDS: Readonly<Record<string, number>> = { nsec: 1, usec: 1e3, msec: 1e6, sec: 1e9 };
const DIRECTIONS = ['read', 'write', 'trim', 'mixed'];
const MAX_LINE_CHARACTERS = 1000;

/** One document for each call of fio; empty if the text has no report. */
export function readReport(text: string): readonly Readonly<Record<string, unknown>>[] {
  const lines = text.split(/\r?\n/).filter((line) => line.length <= MAX_LINE_CHARACTERS);
  const reader = new ReportReader();
  for (const line of lines) reader.take(line.replace(HOST_PREFIX, ''));
  return reader.documents.map(({ version, jobs, disks, sections }) => ({
    'fio version': version,
    jobs: dropSum(jobs).map((job) => nameJob(job, sections)),
    ...(disks.length === 0 ? {} : { disk_util: disks }),
  }));
}

interface Section {
  readonly name: string;
  readonly group: string;
  readonly engine: string;
  /** Bytes by direction (R, W, T) that has one block size. */
  readonly blocks: ReadonlyMap<string, number>;
}

interface ReportDocument {
  readonly version: string | undefined;
  readonly sections: readonly Section[];
  readonly jobs: Entry[];
  readonly disks: Entry[];
}

/** Reads a report line by line: most lines belong to the job or direction that a line before has begun. */
class ReportReader {
  readonly documents: ReportDocument[] = [];
  private version: string | undefined;
  private sections: Section[] = [];
  private isStarted = false;
  private seen = new Set<string>();
  private job: Entry = {};
  private direction: Entry = {};
  /** Where percentiles of the following lines go, and their unit in nanoseconds. */
  private points: { readonly into: Entry; readonly unit: number } | null = null;

  take(line: string): void {
    // Most lines are of figures, which are indented.
    if (/^\S/.test(line)) this.takeHead(line);
    else if (this.seen.size > 0) this.takeFigures(line);
  }

  private takeHead(line: string): void {
    const [, name = '', group = '', options = '', engine = ''] = SECTION_LINE.exec(line) ?? [];
    const version = VERSION_LINE.exec(line)?.[1];
    if (version !== undefined) [this.version, this.isStarted] = [version, true];
    else if (group !== '') {
      // Sections precede the version of their call.
      if (this.isStarted) [this.sections, this.isStarted] = [[], false];
      const blocks = [...options.matchAll(ONE_BLOCK)].flatMap(([, of = '', text = '']) => {
        const size = toBytes(text, true);
        // Other sizes may be rounded, also to 0.
        return /^\d+B$/.test(text) || Number.isInteger(Math.log2(size)) ? [[of, size] as const] : [];
      });
      this.sections.push({ name, group, engine, blocks: new Map(blocks) });
      this.seen.clear();
    } else this.takeJob(line);
  }

  private takeJob(line: string): void {
    const [, name, group, jobs, error, pid] = JOB_LINE.exec(line) ?? [];
    if (name === undefined) return;
    const key = [name, group, pid].join(' ');
    // A snapshot repeats all jobs of its call; the last one counts.
    if (this.seen.has(key)) {
      this.seen.clear();
      this.documents.pop();
    }
    if (this.seen.size === 0)
      this.documents.push({ version: this.version, sections: this.sections, jobs: [], disks: [] });
    this.seen.add(key);
    this.job = { jobname: name, groupid: Number(group), error: Number(error), jobs: Number(jobs) };
    this.documents.at(-1)?.jobs.push(this.job);
    this.direction = {};
  }

  private takeFigures(line: string): void {
    const values = [...line.matchAll(PERCENTILE)];
    if (values.length > 0) {
      for (const [, percent = '', value] of values)
        if (this.points !== null) this.points.into[percent] = Number(value) * this.points.unit;
      return;
    }
    this.points = null;
    this.takeRate(line);
    this.takeLatency(line);
    takeNumbers(this.direction, IOPS_LINE.exec(line), SPREAD_KEYS);
    takeNumbers(this.job, CPU_LINE.exec(line), ['usr_cpu', 'sys_cpu', 'majf']);
    const issued = ISSUED_LINE.exec(line);
    if (issued !== null) countIssued(this.job, issued.slice(1).map(listNumbers));
    this.takeDisk(line);
  }

  private takeRate(line: string): void {
    const [, name, iops = '', rate = '', bytes = '', ms = ''] = RATE_LINE.exec(line) ?? [];
    const [, old, oldBytes = '', oldRate = '', oldIops = '', oldMs = ''] = OLD_RATE_LINE.exec(line) ?? [];
    if (name !== undefined) this.begin(name, [toBytes(rate, true), toCount(iops), Number(ms), toBytes(bytes, true)]);
    // Version 2 writes KB for 1,024 bytes.
    else if (old !== undefined)
      this.begin(old, [toBytes(oldRate, false), Number(oldIops), Number(oldMs), toBytes(oldBytes, false)]);
  }

  private begin(name: string, [rate, iops, ms, bytes]: readonly [number, number, number, number]): void {
    const figures = { bw_bytes: rate, iops, runtime: ms, io_bytes: bytes, io_kbytes: bytes / 1024 };
    this.direction = figures;
    this.job[name] = figures;
  }

  private takeLatency(line: string): void {
    const [, kind = '', unit = '', least, most = '', mean = '', deviation = ''] = LATENCY_LINE.exec(line) ?? [];
    const [, ofKind = '', ofUnit = ''] = PERCENTILES_LINE.exec(line) ?? [];
    if (least !== undefined) {
      const each = { min: least, max: most, mean, stddev: deviation };
      const scale = NANOSECONDS[unit] ?? 1;
      const figures = Object.entries(each).map(([name, text]) => [name, scale * toCount(text)] as const);
      Object.assign(this.findLatency(kind), Object.fromEntries(figures));
    }
    if (ofKind === '') return;
    const into: Entry = {};
    this.findLatency(ofKind)['percentile'] = into;
    this.points = { into, unit: NANOSECONDS[ofUnit] ?? 1 };
  }

  private findLatency(kind: string): Entry {
    const [owner, name] = kind === 'sync' ? [child(this.job, 'sync'), 'lat_ns'] : [this.direction, `${kind}_ns`];
    return child(owner, name);
  }

  private takeDisk(line: string): void {
    const [, name, ...numbers] = DISK_LINE.exec(line) ?? [];
    if (name === undefined) return;
    const keys = ['ios', 'sectors', 'merges', 'ticks'].flatMap((key) => [`read_${key}`, `write_${key}`]);
    const known = [...keys, 'util'].flatMap((key, at): readonly (readonly [string, number])[] =>
      numbers[at] === undefined ? [] : [[key, Number(numbers[at])]],
    );
    this.documents.at(-1)?.disks.push({ name, ...Object.fromEntries(known) });
  }
}

function child(owner: Entry, name: string): Entry {
  const found = (owner[name] ?? {}) as Entry;
  owner[name] = found;
  return found;
}

/** Drops the sum of all clients. */
function dropSum(jobs: readonly Entry[]): readonly Entry[] {
  const single = jobs.filter(({ jobname }) => jobname !== ALL_CLIENTS_NAME);
  return single.length > 0 ? single : jobs;
}

/** An entry of jobs of several sections is named after its group. */
function nameJob({ jobs, ...job }: Entry, sections: readonly Section[]): Entry {
  const own = groupBy(sections, ({ group }) => group).get(String(job['groupid'])) ?? [];
  const isMerged = Number(jobs) > 1 && new Set(own.map(({ name }) => name)).size > 1;
  const engine = own.find(({ name }) => name === job['jobname'])?.engine;
  for (const name of DIRECTIONS) countBytes(job[name] as Entry | undefined, own, BLOCK_OF[name] ?? '');
  return {
    ...job,
    ...(isMerged ? { jobname: 'group' } : {}),
    'job options': engine === undefined ? {} : { ioengine: engine },
  };
}

/** Counts bytes by I/Os where all sections have the same block size; a rounded zero is no figure. */
function countBytes(figures: Entry | undefined, sections: readonly Section[], of: string): void {
  const [ios, ms] = [Number(figures?.['total_ios']), Number(figures?.['runtime'])];
  if (figures === undefined || !(ios > 0) || !(ms > 0)) return;
  const [block, ...others] = new Set(sections.map(({ blocks }) => blocks.get(of)));
  const bytes = block === undefined || others.length > 0 || figures['short_ios'] !== 0 ? undefined : ios * block;
  if (bytes !== undefined)
    Object.assign(figures, { bw_bytes: (bytes * 1000) / ms, io_bytes: bytes, io_kbytes: bytes / 1024 });
  else for (const key of ['bw_bytes', 'io_bytes', 'io_kbytes']) if (figures[key] === 0) delete figures[key];
}

/** I/Os of reads, writes, trims and flushes: in total, short and dropped. Exact rates follow from them. */
function countIssued(job: Entry, [total = [], short = [], dropped = []]: readonly (readonly number[])[]): void {
  for (const [at, name] of DIRECTIONS.entries()) {
    const figures = job[name] as Entry | undefined;
    // Mixed I/Os are counted as reads.
    const index = name === 'mixed' ? 0 : at;
    const ios = total[index] ?? 0;
    if (figures === undefined || (name === 'mixed' && ('read' in job || 'write' in job))) continue;
    const [runtime, lost] = [Number(figures['runtime']), dropped[index] ?? 0];
    Object.assign(figures, { total_ios: ios, short_ios: short[index] ?? 0, drop_ios: lost });
    if (runtime > 0) figures['iops'] = (ios * 1000) / runtime;
  }
  const sync = job['sync'] as Entry | undefined;
  if (sync !== undefined && total[3] !== undefined) sync['total_ios'] = total[3];
  // Before 3.38, most flushes of a mix have nothing to flush (axboe/fio#1777), and the report does not show which.
  if ('read' in job && 'write' in job) delete job['sync'];
}

function listNumbers(text: string | undefined): readonly number[] {
  return ((text ?? '').match(/\d+/g) ?? []).map(Number);
}

const SPREAD_KEYS = ['iops_min', 'iops_max', 'iops_mean', 'iops_stddev', 'iops_samples'];

function takeNumbers(into: Entry, found: RegExpExecArray | null, keys: readonly string[]): void {
  if (found !== null) Object.assign(into, Object.fromEntries(keys.map((key, at) => [key, Number(found[at + 1])])));
}

/** `28.8k` as 28,800. */
function toCount(text: string): number {
  const [, digits = '', unit = ''] = /^([\d.]+)([kMGTP]?)/.exec(text) ?? [];
  return Number(digits) * 1000 ** ' kMGTP'.indexOf(unit || ' ');
}

/** Bytes of `112MiB`, `118MB` or `5755Mibit`. @param isExact whether units without `i` are powers of 1,000 */
function toBytes(text: string, isExact: boolean): number {
  const [, digits = '', unit = '', binary = '', what = ''] = /^([\d.]+) ?([kKMGTP]?)(i?)(bit|B?)/.exec(text) ?? [];
  const base = binary === 'i' || !isExact ? 1024 : 1000;
  const bytes = Number(digits) * base ** ' KMGTP'.indexOf(unit.toUpperCase() || ' ');
  return what === 'bit' ? bytes / 8 : bytes;
}
