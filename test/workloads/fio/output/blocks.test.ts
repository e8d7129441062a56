import { readDocument } from '../../../../lib/workloads/fio/output/document';
import { runsOf } from '../../../../lib/workloads/fio/output/runs';
import { type RecordedJob, recordedDocument } from '../recorded';

type Change = (job: RecordedJob) => void;
function changed(change: Change) {
  const json = recordedDocument('host-a.json');
  for (const job of json.jobs) change(job);
  return json;
}
const [run] = runsOf(readDocument(recordedDocument('host-a.json')).jobs);
const runOf = (change: Change) => runsOf(readDocument(changed(change)).jobs)[0] ?? run;
const options =
  (more: object): Change =>
  (job) =>
    Object.assign(job, { 'job options': { ...job['job options'], ...more } });
const blocks = (change: Change): readonly string[] => {
  const one = runOf(change);
  return (one?.jobs ?? []).flatMap(({ faults }) => faults.map(({ text }) => text));
};

it('finds I/Os that are not of the block size that is stated', () => {
  expect(blocks(options({}))).toEqual([]);
  expect(blocks(options({ bs: '8k' }))).toEqual([
    expect.stringMatching(/^read moved 4096\.\d+ bytes in each I\/O, and `bs` is 8k$/),
  ]);
  expect(blocks(options({ bs: '3k' }))).toHaveLength(1);
  // Reads, writes, trims; fio counts in the same bytes.
  expect(blocks(options({ bs: '4096,64k' }))).toEqual([]);
  expect(blocks(options({ bs: ',64k' }))).toEqual([]);
});

it.each([
  { bssplit: '8k/50:1k/50' },
  { bsrange: '1k-8k' },
  { bs_unaligned: '1' },
  { read_iolog: 'x' },
  { kb_base: '1000' },
  { ioengine: 'filecreate' },
])('says nothing of sizes where %j', (more) => expect(blocks(options({ bs: '8k', ...more }))).toEqual([]));

it('leaves alone what failed, and what was in flight at the end', () => {
  expect(blocks((job) => Object.assign(options({ bs: '8k' })(job) ?? job, { error: 5 }))).toEqual([]);
  const few: Change = (job) =>
    Object.assign(job.read, { total_ios: 10, io_bytes: 53_248, io_kbytes: 52, iops: 6.66, bw_bytes: 35_475, bw: 34 });
  expect(blocks(few)).toEqual([]);
  const alone: Change = (job) => {
    few(job);
    options({ iodepth: '1' })(job);
  };
  expect(blocks(alone)).toHaveLength(1);
});
