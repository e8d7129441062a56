/**
 * Names of fio's options, as fio 3.33 of Debian 12 has them: what `fio --cmdhelp=all` and `fio --enghelp=` of the
 * engines of job files print, and `fio --cmdhelp=NAME` of four that the first leaves out (`bs_is_seq_rand`,
 * `iomem_align`, `softrandommap`, `verify_async_cpus`). Newer versions have more.
 */

/** Of which fio the names are. */
export const NAMES_OF = 'fio 3.33';

const words = (text: string): readonly string[] => text.trim().split(/\s+/);

const OF_JOBS = words(`
  allow_file_create allow_mounted_write allrandrepeat atomic ba block_error_percentiles bs bs_is_seq_rand
  bs_unaligned bsrange bssplit buffer_compress_chunk buffer_compress_percentage buffer_pattern buffered bwavgtime
  cgroup cgroup_nodelete cgroup_weight clat_percentiles clocksource continue_on_error cpumask cpus_allowed
  cpus_allowed_policy create_fsync create_on_open create_only create_serialize dedupe_global dedupe_mode
  dedupe_percentage dedupe_working_set_percentage description direct directory disable_bw_measurement disable_clat
  disable_lat disable_slat disk_util do_verify end_fsync error_dump exec_postrun exec_prerun exit_what exitall
  exitall_on_error experimental_verify fadvise_hint fallocate fdatasync file_append file_service_type filename
  filename_format filesize fill_device flow flow_id flow_sleep fsync fsync_on_close gid group_reporting gtod_cpu
  gtod_reduce hugepage-size ignore_error ignore_zone_limits invalidate io_size io_submit_mode iodepth iodepth_batch
  iodepth_batch_complete_max iodepth_batch_complete_min iodepth_low ioengine iomem_align iopsavgtime ioscheduler
  job_max_open_zones kb_base lat_percentiles latency_percentile latency_run latency_target latency_window lockfile
  lockmem log_alternate_epoch log_alternate_epoch_clock_id log_avg_msec log_compression log_compression_cpus
  log_entries log_hist_coarseness log_hist_msec log_max_value log_offset log_prio log_store_compressed
  log_unix_epoch loops max_latency max_open_zones mem merge_blktrace_file merge_blktrace_iters
  merge_blktrace_scalars name new_group nice norandommap nrfiles numa_cpu_nodes numa_mem_policy number_ios numjobs
  offset offset_align offset_increment opendir openfiles overwrite per_job_logs percentage_random percentile_list
  pre_read prio prioclass profile ramp_time random_distribution random_generator randrepeat randseed rate rate_cycle
  rate_ignore_thinktime rate_iops rate_iops_min rate_min rate_process read_beyond_wp read_iolog read_iolog_chunked
  refill_buffers replay_align replay_no_stall replay_redirect replay_scale replay_skip replay_time_scale runtime rw
  rw_sequencer rwmixread rwmixwrite scramble_buffers serialize_overlap significant_figures size slat_percentiles
  softrandommap startdelay stats steadystate steadystate_duration steadystate_ramp_time stonewall sync
  sync_file_range thinktime thinktime_blocks thinktime_blocks_type thinktime_iotime thinktime_spin thread time_based
  trim_backlog trim_backlog_batch trim_percentage trim_verify_zero uid unified_rw_reporting unique_filename
  unit_base unlink unlink_each_loop verify verify_async verify_async_cpus verify_backlog verify_backlog_batch
  verify_dump verify_fatal verify_interval verify_offset verify_only verify_pattern verify_state_load
  verify_state_save wait_for write_barrier write_bw_log write_hint write_hist_log write_iolog write_iops_log
  write_lat_log zero_buffers zone_reset_frequency zone_reset_threshold zonecapacity zonemode zonerange zonesize
  zoneskip
`);

/** Of the engines libaio, io_uring, pvsync2 and mmap. */
const OF_ENGINES = words(`
  cmd_type cmdprio cmdprio_bssplit cmdprio_class cmdprio_percentage fixedbufs force_async hipri hipri_percentage
  nonvectored nowait registerfiles sqthread_poll sqthread_poll_cpu thp uncached userspace_reap
`);

/** Second names, as `alias` of `fio --cmdhelp=NAME`. */
const ALIASES: ReadonlyMap<string, string> = new Map(
  Object.entries({
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
  }),
);

/** May stand without a value: of all others `fio --parse-only` says that one is required, or that it parses none. */
const WITHOUT_VALUE = new Set(
  words(`
  bs_unaligned buffer_pattern cpus_allowed exitall exitall_on_error group_reporting ignore_error log_compression_cpus
  new_group norandommap numa_cpu_nodes numa_mem_policy refill_buffers replay_skip stonewall thread time_based
  verify_async_cpus verify_only verify_pattern write_bw_log write_hist_log write_iops_log write_lat_log zero_buffers
`),
);

/** All of one name each. */
export const OPTION_WORDS: readonly string[] = [...OF_JOBS, ...OF_ENGINES];
const KNOWN = new Set(OPTION_WORDS);

/** Of two names for one option always the same. */
export function oneName(name: string): string {
  return ALIASES.get(name) ?? name;
}

/** Whether fio 3.33 drops a job that says it without a value. @param name as of {@link oneName} */
export function wantsValue(name: string): boolean {
  return OF_JOBS.includes(name) && !WITHOUT_VALUE.has(name);
}

/** Whether fio 3.33 has it, by any of its names. */
export function isOption(name: string): boolean {
  return KNOWN.has(oneName(name));
}
