import { explainOmission, explainRefusal } from '../../../../lib/workloads/fio/jobs/refused-options';
import { readJobFile } from '../../../../lib/workloads/fio/jobs/read-job-file';
import { withLines } from '../job-file/job-files';
import cases from './refused-options.cases.json';

const faults = (line: string) => readJobFile(withLines(line)).faults.map((one) => `line ${one.line}: ${one.text}`);

describe('readJobFile of a job file with a risky option', () => {
  it.each(cases.refuses)('refuses %s', (line, message) => expect(faults(line)).toContain(`line 5: ${message}`));

  it.each(cases.accepts)('accepts %s', (line) => expect(faults(line)).toEqual([]));
});

it('explains the omission of output options, thread and invalidate, and returns null for rw and end_fsync', () => {
  const line = (name: string) => ({ line: 1, name, written: name, value: '1' });
  for (const name of ['group_reporting', 'unified_rw_reporting', 'write_bw_log', 'log_avg_msec', 'percentile_list'])
    expect([name, explainOmission(line(name)), explainRefusal(line(name))]).toEqual([
      name,
      'fsxbench sets the output options, to parse results and merge them over hosts',
      null,
    ]);
  expect(explainOmission(line('thread'))).toBe(
    'fsxbench uses threads, as processes of fio would survive a trial that is stopped',
  );
  expect(explainOmission(line('invalidate'))).toBe('fsxbench drops host caches before each job');
  for (const name of ['rw', 'write_barrier', 'end_fsync']) expect(explainOmission(line(name))).toBeNull();
});
