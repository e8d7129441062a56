/**
 * Options of a job file that would make figures untrue, or leave the folder of a trial. Some are refused; those that
 * only say how results are told are left out, which is said. Source: https://fio.readthedocs.io/en/latest/fio_doc.html.
 */
import { isDefault } from '../options/known-options';
import { misreadSize, type OptionLine } from '../options/values';
import { type Fault, shown } from './ini';

/** Names of options, why they are not taken, and what to write instead (left out: nothing). */
type Refused = readonly [names: string, why: string, instead?: string];

/** A name that ends in `*` is of all that begin so. */
const REFUSED: readonly Refused[] = [
  ['directory opendir', 'the target says where files are'],
  ['exec_prerun exec_postrun ioengine_so_path trigger*', 'it runs a command on the host'],
  ['read_iolog write_iolog replay_* merge_blktrace_file', 'it reads or writes files that are not those of the trial'],
  [
    'client server hostname port',
    'fsxbench itself starts fio on all hosts',
    'leave it out, and say `count` of the fleet',
  ],
  [
    'uid gid cgroup cgroup_weight cgroup_nodelete ioscheduler allow_mounted_write',
    'it changes the rights or the limits of fio on the host',
  ],
  ['fill_device', 'it fills all of the storage', 'say a size'],
  [
    'startdelay wait_for flow',
    'a job would begin at another moment than the hosts agree upon',
    'order jobs by stonewall',
  ],
  [
    'exitall exitall_on_error exit_what steadystate steadystate_duration steadystate_ramp_time',
    'a job would end, or end others, before the time that is given',
    'leave it out, and give each job its runtime; trials that are not steady say so',
  ],
  [
    'verify verify_* experimental_verify',
    'reads that verify would come among those that are measured, or beside them',
    'take a workload with `verify` in place of the job file',
  ],
  [
    'zero_buffers buffer_pattern',
    'what it writes takes hardly any room on storage that compresses',
    'leave it out, or say buffer_compress_percentage',
  ],
  [
    'bs_is_seq_rand',
    'sizes of sequential and of random I/O in one job give no rate of either',
    'give each a job and a bs of its own',
  ],
  ['io_submit_mode', 'versions of fio hang with offload'],
  ['kb_base unit_base', 'sizes and rates would mean something else', 'leave it out, and write sizes in k, m, g'],
  ['unlink unlink_each_loop file_append', 'files are laid out once and have to stay'],
  ['create_only', 'it measures nothing', 'leave it out: files are laid out before'],
  ['pre_read', 'files would be in the memory of the host'],
  ['disable_lat gtod_reduce', 'latencies would be missing'],
  ['continue_on_error ignore_error', 'I/Os that failed would count'],
  ['include*', 'it takes another file in', 'write its lines here'],
];

const TOLD = 'fsxbench says how results are told, so that they can be read and added up over hosts';
const TELLING =
  'group_reporting unified_rw_reporting percentile_list lat_percentiles clat_percentiles slat_percentiles ' +
  'write_bw_log write_iops_log write_lat_log write_hist_log log_* per_job_logs bwavgtime iopsavgtime disk_util ' +
  'status_interval eta verify_state_load verify_state_save';
/** What is left out, whatever it says, and why. */
const LEFT_OUT: readonly Refused[] = [
  [TELLING, TOLD],
  ['thread', 'jobs are threads: processes of fio outlive a trial that is ended'],
  ['invalidate', 'caches of the host are dropped before each job'],
];

const tables = { refused: lookUp(REFUSED), leftOut: lookUp(LEFT_OUT) };

/** Rows by name, exact names before beginnings. */
function lookUp(rows: readonly Refused[]): (name: string) => Refused | undefined {
  const named = rows.flatMap((row) => row[0].split(' ').map((name) => [name, row] as const));
  const exact = new Map(named);
  const families = named.filter(([name]) => name.endsWith('*')).map(([name, row]) => [name.slice(0, -1), row] as const);
  return (name) => exact.get(name) ?? families.find(([beginning]) => name.startsWith(beginning))?.[1];
}

/** Why a line is refused; null where it may stand. */
export function refusal(option: OptionLine): Fault | null {
  const found = leftOut(option) === null ? whyNot(option) : undefined;
  if (found === undefined) return null;
  const written = option.value === '' ? option.written : `${option.written}=${option.value}`;
  const [, why, instead = 'leave it out'] = found;
  return { line: option.line, text: `${shown(written)}: ${why}; ${instead}` };
}

/** Whether an option only says how results are told. */
export function tellsHow(name: string): boolean {
  return tables.leftOut(name)?.[1] === TOLD;
}

/** Whether a line is left out, and why. */
export function leftOut({ name }: OptionLine): string | null {
  return tables.leftOut(name)?.[1] ?? null;
}

const FILE_NAMES = new Set(['filename', 'filename_format']);
/** Options whose values have a slash that is none of a path. */
const SLASHES = new Set(['bssplit', 'zonesplit', 'random_distribution', 'description', 'rate', 'rate_iops']);

function whyNot({ name, value }: OptionLine): Refused | undefined {
  const known = tables.refused(name);
  // A value that is fio's own default changes nothing.
  if (known !== undefined) return isDefault(name, value) ? undefined : known;
  const misread = misreadSize(name, value);
  const meant = misread?.written.replace(/\s+/, '').replace(/ib$/i, '').toLowerCase();
  const rules: readonly (readonly [boolean, why: string, instead: string])[] = [
    [value.includes('${'), 'nobody knows what a host has in its environment', 'write the value'],
    [/\$(?:pagesize|mb_memory|ncpus)\b/.test(value), 'hosts would do different things', 'write the number'],
    [
      misread !== null,
      `fio takes '${misread?.written ?? ''}' for ${misread?.taken ?? ''}`,
      `write it as ${meant ?? ''}`,
    ],
    // A dash is the input or the output of fio itself.
    [
      FILE_NAMES.has(name) && /\/|(?:^|:)(?:\.\.?|-)(?:$|:)/.test(value),
      'it leaves the folder of the trial',
      'write a plain name, without / and ..',
    ],
    [
      value.includes('/') && !FILE_NAMES.has(name) && !SLASHES.has(name),
      'it may be a file outside of the folder of the trial',
      'leave it out',
    ],
  ];
  const found = rules.find(([is]) => is);
  return found === undefined ? undefined : [name, found[1], found[2]];
}
