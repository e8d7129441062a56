/** `experiments/local-database.yaml`, really executed in its shortest form. */
import { executeShortened } from '../executed-spec';

const SHORT: readonly (readonly [string, string])[] = [
  ['experiment: local-database', 'experiment: tiny'],
  ['path: .fsxbench/disk', 'path: data'],
  ['path: /dev/shm/fsxbench', 'path: other'],
  ['size: 256 MiB, rate: 200, warmUp: 1s, measure: 5s', 'size: 16 MiB, rate: 200, warmUp: 0s, measure: 2s'],
  ['size: 1 GiB', 'size: 16 MiB'],
  ['replicates: 3', 'replicates: 1'],
];

it('measures loads and phases of local-database.yaml on both targets, and leaves no files', async () => {
  const ground = await executeShortened('local-database.yaml', SHORT);
  for (const trial of ['t0001', 't0002', 't0003', 't0004']) {
    const { reasons } = ground.row('e1', trial);
    expect(reasons.filter(({ level }) => level === 'invalid')).toEqual([]);
  }
  const measured = ground.summary('e1').cells.map(({ measures }) => measures.map(({ operation }) => operation));
  expect(new Set(measured.flat())).toEqual(
    new Set(['db', 'db-read', 'db-write', 'log-write', 'create', 'copy', 'checksum']),
  );
  expect(await ground.left()).toEqual([]);
  ground.remove();
});
