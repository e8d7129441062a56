import { leftOut, refusal } from '../../../../lib/workloads/fio/jobs/refused-options';
import { readJobFile } from '../../../../lib/workloads/fio/jobs/read';
import { withLines } from '../job-file/job-files';

const faults = (line: string) => readJobFile(withLines(line)).faults.map((one) => `line ${one.line}: ${one.text}`);

describe('what would break truth, or leave the folder of a trial', () => {
  it.each([
    ['directory=/mnt', 'directory=/mnt: the target says where files are; leave it out'],
    ['filename=/dev/sda', 'filename=/dev/sda: it leaves the folder of the trial; write a plain name, without / and ..'],
    ['filename=../x', 'filename=../x: it leaves the folder of the trial; write a plain name, without / and ..'],
    ['filename=a:..', 'filename=a:..: it leaves the folder of the trial; write a plain name, without / and ..'],
    [
      'filename_format=/x',
      'filename_format=/x: it leaves the folder of the trial; write a plain name, without / and ..',
    ],
    ['filename=-', 'filename=-: it leaves the folder of the trial; write a plain name, without / and ..'],
    ['io_submit_mode=offload', 'io_submit_mode=offload: versions of fio hang with offload; leave it out'],
    [
      'zero_buffers',
      'zero_buffers: what it writes takes hardly any room on storage that compresses; leave it out, or say ' +
        'buffer_compress_percentage',
    ],
    ['exec_prerun=rm -rf /', 'exec_prerun=rm -rf /: it runs a command on the host; leave it out'],
    ['exec_postrun=id', 'exec_postrun=id: it runs a command on the host; leave it out'],
    ['trigger=id', 'trigger=id: it runs a command on the host; leave it out'],
    ['include other.fio', 'include=other.fio: it takes another file in; write its lines here'],
    [
      'client=1.2.3.4',
      'client=1.2.3.4: fsxbench itself starts fio on all hosts; leave it out, and say `count` of the fleet',
    ],
    ['server', 'server: fsxbench itself starts fio on all hosts; leave it out, and say `count` of the fleet'],
    ['uid=0', 'uid=0: it changes the rights or the limits of fio on the host; leave it out'],
    [
      'buffer_pattern=0xdeadbeef',
      'buffer_pattern=0xdeadbeef: what it writes takes hardly any room on storage that compresses; leave it out, or ' +
        'say buffer_compress_percentage',
    ],
    ['fill_fs=1', 'fill_fs=1: it fills all of the storage; say a size'],
    [
      'start_delay=5',
      'start_delay=5: a job would begin at another moment than the hosts agree upon; order jobs by stonewall',
    ],
    [
      'exitall',
      'exitall: a job would end, or end others, before the time that is given; leave it out, and give each job its ' +
        'runtime; trials that are not steady say so',
    ],
    [
      'verify=crc32c',
      'verify=crc32c: reads that verify would come among those that are measured, or beside them; take a workload ' +
        'with `verify` in place of the job file',
    ],
    [
      'verify_interval=512',
      'verify_interval=512: reads that verify would come among those that are measured, or beside them; take a ' +
        'workload with `verify` in place of the job file',
    ],
    [
      'kb_base=1000',
      'kb_base=1000: sizes and rates would mean something else; leave it out, and write sizes in k, m, g',
    ],
    ['unlink=1', 'unlink=1: files are laid out once and have to stay; leave it out'],
    ['create_only=1', 'create_only=1: it measures nothing; leave it out: files are laid out before'],
    ['pre_read=1', 'pre_read=1: files would be in the memory of the host; leave it out'],
    ['gtod_reduce=1', 'gtod_reduce=1: latencies would be missing; leave it out'],
    ['continue_on_error=all', 'continue_on_error=all: I/Os that failed would count; leave it out'],
    ['read_iolog=x', 'read_iolog=x: it reads or writes files that are not those of the trial; leave it out'],
    ['replay_scale=2', 'replay_scale=2: it reads or writes files that are not those of the trial; leave it out'],
    ['offset=1MiB', "offset=1MiB: fio takes '1MiB' for 1000000 bytes; write it as 1m"],
    ['bs=${BS}', 'bs=${BS}: nobody knows what a host has in its environment; write the value'],
    ['numjobs=$ncpus', 'numjobs=$ncpus: hosts would do different things; write the number'],
    ['iomem=mmap:/etc/x', 'iomem=mmap:/etc/x: it may be a file outside of the folder of the trial; leave it out'],
  ])('refuses %s', (line, message) => expect(faults(line)).toContain(`line 5: ${message}`));

  it('lets the rest through as it is', () => {
    for (const line of [
      'filename=a:b',
      'filename_format=f.$jobnum',
      'rate_iops=100',
      'bssplit=4k/60:64k/40',
      'nrfiles=2',
      'verify=0',
      'do_verify=0',
      'continue_on_error=none',
      'disable_lat=0',
    ])
      expect(faults(line)).toEqual([]);
  });
});

it('leaves out what only says how results are told', () => {
  const line = (name: string) => ({ line: 1, name, written: name, value: '1' });
  for (const name of ['group_reporting', 'unified_rw_reporting', 'write_bw_log', 'log_avg_msec', 'percentile_list'])
    expect([name, leftOut(line(name)), refusal(line(name))]).toEqual([
      name,
      'fsxbench says how results are told, so that they can be read and added up over hosts',
      null,
    ]);
  expect(leftOut(line('thread'))).toBe('jobs are threads: processes of fio outlive a trial that is ended');
  expect(leftOut(line('invalidate'))).toBe('caches of the host are dropped before each job');
  for (const name of ['rw', 'write_barrier', 'end_fsync']) expect(leftOut(line(name))).toBeNull();
});
