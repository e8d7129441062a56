import { readDocument } from '../../../../../lib/workloads/fio/output/document';
import { parseOutput } from '../../../../../lib/workloads/fio/output/parse';
import { withoutStorage } from '../../../../../lib/workloads/fio/output/problems/places';
import { runsOf } from '../../../../../lib/workloads/fio/output/runs';
import { type RecordedJob, recordedDocument } from '../../recorded';

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
const place = (more: object): string | null | undefined => {
  const one = runOf(options(more));
  return one && withoutStorage(one);
};

it.each([
  [{ filename: '/dev/zero' }, '/dev/zero, which is no storage'],
  [{ filename: '/dev/nvme0n1:/dev/null' }, '/dev/null, which is no storage'],
  [{ directory: '/dev/shm' }, '/dev/shm, which is memory of the host'],
  [{ filename: '/dev/shm/a\\:b' }, '/dev/shm/a:b, which is memory of the host'],
  [{ directory: '/dev/shm', filename: 'a' }, '/dev/shm, which is memory of the host'],
])('finds files that are no storage: %j', (more, text) =>
  expect(place(more)).toBe(`job randread/0 worked on ${text}: no storage was measured`),
);

it.each([
  { filename: '/dev/nvme0n1' },
  { directory: '/mnt/dev/shm' },
  { filename: '/dev/shmem' },
  { filename: '/mnt/a', directory: '/dev/shm' },
])('says nothing of %j', (more) => expect(place(more)).toBeNull());

it('is told by `judge` and `parse` of files that somebody brings', () => {
  const parsed = (change: Change) => parseOutput(JSON.stringify(changed(change)));
  expect(parsed(options({ directory: '/dev/shm' }))).toMatchObject({
    status: 'suspect',
    problems: [expect.any(String)],
  });
  expect(parsed(options({ bs: '8k' }))).toMatchObject({ impossible: true });
  // A few at the end of a job are no matter: recorded runs that are sound have some.
  expect(parsed((job) => Object.assign(job.read, { short_ios: 2, drop_ios: 1 })).problems).toEqual([]);
  const short = (job: RecordedJob) =>
    Object.assign(job.read, { short_ios: Math.ceil(job.read.total_ios / 500), drop_ios: 1 });
  expect(parsed(short).problems).toEqual([
    expect.stringMatching(/^\d+ I\/Os of job randread\/0 moved less than a block, or were dropped$/),
  ]);
});
