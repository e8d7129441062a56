/**
 * Options of fio 3.33 of Debian 12: what `fio --cmdhelp=all` and `fio --enghelp=` of the engines of job files print,
 * and `fio --cmdhelp=NAME` of four that the first leaves out (`bs_is_seq_rand`, `iomem_align`, `softrandommap`,
 * `verify_async_cpus`). Newer versions have more. As people say them, they come to one spelling: `direct=true` is
 * `direct=1`, and `buffered=0` is that too.
 */
import type { ToolOptions } from '../../../shapes/tool-options';
import { secondsOf, sizeOf } from './values';

/** Of which fio the names are. */
export const NAMES_OF = 'fio 3.33';

/**
 * Names, and the defaults by `fio --cmdhelp=NAME` of those that people ask for or a job file may not turn on, in one
 * spelling. Switches without a default there are off (0).
 */
const OF_JOBS = `
  allow_file_create allow_mounted_write=0 allrandrepeat atomic ba block_error_percentiles bs=4096 bs_is_seq_rand=0
  bs_unaligned bsrange bssplit buffer_compress_chunk buffer_compress_percentage=0 buffer_pattern buffered bwavgtime
  cgroup cgroup_nodelete=0 cgroup_weight clat_percentiles clocksource continue_on_error=none cpumask cpus_allowed
  cpus_allowed_policy create_fsync create_on_open create_only=0 create_serialize dedupe_global dedupe_mode
  dedupe_percentage=0 dedupe_working_set_percentage description direct=0 directory disable_bw_measurement disable_clat
  disable_lat=0 disable_slat disk_util do_verify=1 end_fsync=0 error_dump exec_postrun exec_prerun exit_what=group
  exitall=0 exitall_on_error=0 experimental_verify=0 fadvise_hint fallocate fdatasync=0 file_append=0
  file_service_type filename filename_format filesize fill_device=0 flow=0 flow_id=0 flow_sleep=0 fsync=0
  fsync_on_close=0 gid group_reporting=0 gtod_cpu gtod_reduce=0 hugepage-size ignore_error ignore_zone_limits
  invalidate=1 io_size io_submit_mode=inline iodepth=1 iodepth_batch iodepth_batch_complete_max
  iodepth_batch_complete_min iodepth_low ioengine=psync iomem_align iopsavgtime ioscheduler job_max_open_zones
  kb_base=1024 lat_percentiles latency_percentile latency_run latency_target latency_window lockfile lockmem
  log_alternate_epoch log_alternate_epoch_clock_id log_avg_msec log_compression log_compression_cpus log_entries
  log_hist_coarseness log_hist_msec log_max_value log_offset log_prio log_store_compressed log_unix_epoch loops=1
  max_latency max_open_zones mem merge_blktrace_file merge_blktrace_iters merge_blktrace_scalars name new_group nice
  norandommap=0 nrfiles=1 numa_cpu_nodes numa_mem_policy number_ios numjobs=1 offset offset_align offset_increment
  opendir openfiles overwrite per_job_logs percentage_random percentile_list pre_read=0 prio prioclass profile
  ramp_time=0 random_distribution=random random_generator randrepeat=1 randseed rate rate_cycle rate_ignore_thinktime
  rate_iops rate_iops_min rate_min rate_process read_beyond_wp read_iolog read_iolog_chunked refill_buffers=0
  replay_align replay_no_stall=0 replay_redirect replay_scale=1 replay_skip replay_time_scale=100 runtime=0 rw=read
  rw_sequencer rwmixread=50 rwmixwrite scramble_buffers=1 serialize_overlap significant_figures size slat_percentiles
  softrandommap startdelay=0 stats steadystate steadystate_duration=0 steadystate_ramp_time=0 stonewall sync=none
  sync_file_range thinktime=0 thinktime_blocks thinktime_blocks_type thinktime_iotime thinktime_spin thread=0
  time_based=0 trim_backlog trim_backlog_batch trim_percentage trim_verify_zero uid unified_rw_reporting
  unique_filename unit_base=0 unlink=0 unlink_each_loop=0 verify=0 verify_async=0 verify_async_cpus verify_backlog=0
  verify_backlog_batch=0 verify_dump=0 verify_fatal=0 verify_interval=0 verify_offset=0 verify_only=0 verify_pattern
  verify_state_load verify_state_save wait_for write_barrier write_bw_log write_hint write_hist_log write_iolog
  write_iops_log write_lat_log zero_buffers=0 zone_reset_frequency zone_reset_threshold zonecapacity zonemode
  zonerange zonesize zoneskip
`;

/** Of the engines libaio, io_uring, pvsync2 and mmap. */
const OF_ENGINES = `
  cmd_type cmdprio cmdprio_bssplit cmdprio_class cmdprio_percentage fixedbufs force_async hipri hipri_percentage
  nonvectored nowait registerfiles sqthread_poll sqthread_poll_cpu thp uncached userspace_reap
`;

/** Second names, as `alias` of `fio --cmdhelp=NAME`. */
const ALIASES: Readonly<Record<string, string>> = {
  blockalign: 'ba',
  blocksize: 'bs',
  blocksize_range: 'bsrange',
  blocksize_unaligned: 'bs_unaligned',
  disable_bw: 'disable_bw_measurement',
  fileoffset: 'offset',
  fill_fs: 'fill_device',
  io_limit: 'io_size',
  iodepth_batch_complete: 'iodepth_batch_complete_min',
  iodepth_batch_submit: 'iodepth_batch',
  iomem: 'mem',
  mem_align: 'iomem_align',
  nr_files: 'nrfiles',
  ratecycle: 'rate_cycle',
  ratemin: 'rate_min',
  readwrite: 'rw',
  ss: 'steadystate',
  ss_dur: 'steadystate_duration',
  ss_ramp: 'steadystate_ramp_time',
  timeout: 'runtime',
  wait_for_previous: 'stonewall',
  // As its documentation and other options are spelt; 3.33 takes the other only.
  start_delay: 'startdelay',
};

/** With times for values, in seconds where no unit is said. */
const TIMES: readonly string[] = [
  'runtime',
  'ramp_time',
  'startdelay',
  'steadystate_duration',
  'steadystate_ramp_time',
];
const SWITCHED: Readonly<Record<string, string>> = {
  '': '1',
  true: '1',
  yes: '1',
  on: '1',
  false: '0',
  no: '0',
  off: '0',
};
/** Second words for values. */
const WORDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  rw: { readwrite: 'rw' },
  sync: { '0': 'none', '1': 'sync' },
  continue_on_error: { '0': 'none', '1': 'all' },
  unit_base: { '8': '0' },
};

const rows = `${OF_JOBS} ${OF_ENGINES}`
  .trim()
  .split(/\s+/)
  .map((word): readonly [name: string, ...holds: string[]] => word.split('=') as [string]);

/** All of one name each. */
export const OPTION_WORDS: readonly string[] = rows.map(([name]) => name);
const KNOWN = new Set(OPTION_WORDS);

/** Of two names for one option always the same. */
export function oneName(name: string): string {
  return inTable(ALIASES, name) ?? name;
}

/** Whether fio 3.33 has it, by any of its names. */
export function isOption(name: string): boolean {
  return KNOWN.has(oneName(name));
}

export const OPTIONS: ToolOptions = {
  of: NAMES_OF,
  names: OPTION_WORDS,
  defaults: Object.fromEntries(rows.flatMap(([name, holds]) => (holds === undefined ? [] : [[name, holds]]))),
  spelt: (said, text) => {
    const name = oneName(said);
    const value = valueOf(name, text.trim().toLowerCase());
    return name === 'buffered' ? { name: 'direct', value: value === '0' ? '1' : '0' } : { name, value };
  },
};

/** Whether a value is fio's own, so that it changes nothing. @param name in one spelling */
export function isDefault(name: string, value: string): boolean {
  return OPTIONS.defaults[name] === OPTIONS.spelt(name, value).value;
}

function valueOf(name: string, text: string): string {
  const words = inTable(WORDS, name) ?? {};
  const word = inTable(SWITCHED, text) ?? inTable(words, text) ?? text;
  if (TIMES.includes(name)) return String(secondsOf(word) ?? word);
  // Sizes of reads, writes and trims may differ.
  const parts = word.split(',').map((part) => numberOf(part.trim()));
  // What is not said of the next of them is as the one before.
  while (parts.length > 1 && parts.at(-1) === parts.at(-2)) parts.pop();
  return inTable(words, parts.join(',')) ?? parts.join(',');
}

function numberOf(text: string): string {
  return String(/^0x[\da-f]{1,12}$/.test(text) ? Number(text) : (sizeOf(text) ?? text));
}

/** People may write anything, `constructor` too. */
function inTable<T>(table: Readonly<Record<string, T>>, word: string): T | undefined {
  return Object.hasOwn(table, word) ? table[word] : undefined;
}
