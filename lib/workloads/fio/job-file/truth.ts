/**
 * Options of a job file that would make figures untrue, or leave the folder of a trial. Some are refused; those that
 * only say how results are told are left out, which is said. Source: https://fio.readthedocs.io/en/latest/fio_doc.html.
 */
import { type Fault, type OptionLine, shown } from './ini';
import { blankBeforeUnit, SIZE_OPTIONS } from './values';

/** Why an option is not taken, and what to write instead. */
interface Refused {
  readonly why: string;
  readonly instead: string;
}

const COMMAND = { why: 'it runs a command on the host', instead: 'leave it out' };
const PLACE = { why: 'the target says where files are', instead: 'leave it out' };
const OTHER_FILES = { why: 'it reads files that are not those of the trial', instead: 'leave it out' };
const NETWORK = {
  why: 'fsxbench itself starts fio on all hosts',
  instead: 'leave it out, and say `count` of the fleet',
};
const RIGHTS = { why: 'it changes the rights or the limits of fio on the host', instead: 'leave it out' };
const FILLS = { why: 'it fills all of the storage', instead: 'say a size' };
const LATER = {
  why: 'a job would begin at another moment than the hosts agree upon',
  instead: 'order jobs by stonewall',
};
const ENDS = {
  why: 'a job would end others before their time',
  instead: 'leave it out, and give each job its runtime',
};
const READS_BACK = {
  why: 'reads that verify would come among those that are measured, or beside them',
  instead: 'leave it out: with verify a job reads back when it has written all',
};
const NOT_ALL = { why: 'blocks that are not sound could go unnoticed', instead: 'leave it out' };
const UNITS = { why: 'sizes and rates would mean something else', instead: 'leave it out, and write sizes in k, m, g' };
const VANISHES = { why: 'files are laid out once and have to stay', instead: 'leave it out' };

const REFUSED: Readonly<Record<string, Refused>> = {
  directory: PLACE,
  opendir: PLACE,
  exec_prerun: COMMAND,
  exec_postrun: COMMAND,
  ioengine_so_path: COMMAND,
  read_iolog: OTHER_FILES,
  replay_redirect: OTHER_FILES,
  write_iolog: OTHER_FILES,
  merge_blktrace_file: OTHER_FILES,
  client: NETWORK,
  server: NETWORK,
  hostname: NETWORK,
  port: NETWORK,
  uid: RIGHTS,
  gid: RIGHTS,
  cgroup: RIGHTS,
  cgroup_weight: RIGHTS,
  cgroup_nodelete: RIGHTS,
  ioscheduler: RIGHTS,
  allow_mounted_write: RIGHTS,
  fill_device: FILLS,
  startdelay: LATER,
  wait_for: LATER,
  flow: LATER,
  exitall: ENDS,
  exitall_on_error: ENDS,
  exit_what: ENDS,
  verify_only: READS_BACK,
  verify_async: READS_BACK,
  verify_async_cpus: READS_BACK,
  verify_backlog: READS_BACK,
  verify_backlog_batch: READS_BACK,
  do_verify: READS_BACK,
  // fio 3.33 counts no error of a block with several headers whose last part is sound.
  verify_interval: NOT_ALL,
  verify_offset: NOT_ALL,
  verify_pattern: NOT_ALL,
  verify_pattern_interval: NOT_ALL,
  experimental_verify: NOT_ALL,
  verify_dump: { why: 'it writes blocks into the folder of the trial', instead: 'leave it out' },
  zero_buffers: {
    why: 'zeros take no room on storage that compresses',
    instead: 'leave it out, or say buffer_compress_percentage',
  },
  buffer_pattern: {
    why: 'one pattern again and again takes hardly any room on storage that compresses',
    instead: 'leave it out, or say buffer_compress_percentage',
  },
  io_submit_mode: { why: 'versions of fio hang with offload', instead: 'leave it out' },
  kb_base: UNITS,
  unit_base: UNITS,
  unlink: VANISHES,
  unlink_each_loop: VANISHES,
  file_append: VANISHES,
  create_only: { why: 'it measures nothing', instead: 'leave it out: files are laid out before' },
  pre_read: { why: 'files would be in the memory of the host', instead: 'leave it out' },
  disable_lat: { why: 'latencies would be missing', instead: 'leave it out' },
  gtod_reduce: { why: 'latencies would be missing', instead: 'leave it out' },
  continue_on_error: { why: 'I/Os that failed would count', instead: 'leave it out' },
  ignore_error: { why: 'I/Os that failed would count', instead: 'leave it out' },
  include: { why: 'it takes another file in', instead: 'write its lines here' },
};
/** The same by how they begin. */
const REFUSED_FAMILIES: readonly (readonly [RegExp, Refused])[] = [
  [/^include\b/, REFUSED['include'] as Refused],
  [/^trigger/, COMMAND],
  [/^replay_/, OTHER_FILES],
];

const TOLD = 'fsxbench says how results are told, so that they can be read and added up over hosts';
const TELLING: readonly RegExp[] = [
  /^(?:group_reporting|unified_rw_reporting|percentile_list|(?:lat|clat|slat)_percentiles)$/,
  /^(?:write_(?:bw|iops|lat|hist)_log|log_\w+|per_job_logs|bwavgtime|iopsavgtime)$/,
  /^(?:disk_util|status_interval|eta|verify_state_(?:load|save))$/,
];
/** What is left out, whatever it says, and why. */
const LEFT_OUT: readonly (readonly [RegExp, string])[] = [
  ...TELLING.map((family) => [family, TOLD] as const),
  [/^thread$/, 'jobs are threads: processes of fio outlive a trial that is ended'],
  [/^invalidate$/, 'caches of the host are dropped before each job'],
];

/** Why a line is refused; null where it may stand. */
export function refusal(option: OptionLine): Fault | null {
  const found = whyNot(option);
  if (found === null) return null;
  const written = option.value === '' ? option.written : `${option.written}=${option.value}`;
  return { line: option.line, text: `${shown(written)}: ${found.why}; ${found.instead}` };
}

/** Whether an option only says how results are told. */
export function tellsHow(name: string): boolean {
  return TELLING.some((family) => family.test(name));
}

/** Whether a line is left out, and why. */
export function leftOut({ name }: OptionLine): string | null {
  return LEFT_OUT.find(([family]) => family.test(name))?.[1] ?? null;
}

function whyNot({ name, value }: OptionLine): Refused | null {
  const known = Object.hasOwn(REFUSED, name) ? REFUSED[name] : REFUSED_FAMILIES.find(([form]) => form.test(name))?.[1];
  if (known !== undefined) return known;
  if (value.includes('${'))
    return { why: 'nobody knows what a host has in its environment', instead: 'write the value' };
  if (/\$(?:pagesize|mb_memory|ncpus)\b/.test(value))
    return { why: 'hosts would do different things', instead: 'write the number' };
  const blank = SIZE_OPTIONS.has(name) || name === 'rate_iops' ? blankBeforeUnit(value) : null;
  if (blank !== null) {
    const { written, taken } = blank;
    return { why: `fio takes '${written}' for ${taken}`, instead: `write it as ${written.replaceAll(/\s/g, '')}` };
  }
  // A dash is the input or the output of fio itself.
  if (FILE_NAMES.has(name) && /\/|(?:^|:)(?:\.\.?|-)(?:$|:)/.test(value))
    return { why: 'it leaves the folder of the trial', instead: 'write a plain name, without / and ..' };
  if (!FILE_NAMES.has(name) && value.includes('/') && !SLASHES.has(name))
    return { why: 'it may be a file outside of the folder of the trial', instead: 'leave it out' };
  return null;
}

const FILE_NAMES = new Set(['filename', 'filename_format']);
/** Options whose values have a slash that is none of a path. */
const SLASHES = new Set(['bssplit', 'zonesplit', 'random_distribution', 'description', 'rate', 'rate_iops']);
