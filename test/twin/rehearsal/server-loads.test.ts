import { serverLoadsIn } from '../../../lib/twin/rehearsal/server-loads';
import type { Asked } from '../../../lib/twin/hosts/modelled/find-command';
import { loadOf } from '../hosts/modelled/load-of';

const KEY = 'executions/e/x/endpoints/r1.txt';
const TEXT =
  'c1.fs id fs-0a\nc1.fs dnsName fs-0a.fsx.example.com\nc2.i-1 volumeId vol-0a\nc2.i-1 volumeId2 vol-0b\n' +
  'c3.fs id arn:aws:elasticfilesystem:r:1:file-system/fs-0c\nc3.fs fileSystemId fs-0c\n';

function setUp() {
  const store = {
    get: (key: string) => Promise.resolve(key === KEY ? { text: TEXT } : undefined),
  } as unknown as Parameters<typeof serverLoadsIn>[0];
  return serverLoadsIn(store);
}
const asked = (copy: string): Asked =>
  ({ plan: { experiment: 'e', executionId: 'x' }, rig: { rig: 'r1' }, copy: { copy } }) as unknown as Asked;

it('finds the loads of a copy by the id of what was made for it, all of them in their order', async () => {
  const loads = setUp();
  const [first, second] = [loadOf(), loadOf({ from: 3600, until: 7200 })];
  loads.add(asked('c1'), [first]);
  loads.add(asked('c1'), [second]);
  loads.add(asked('c3'), [first]);
  expect(await loads.of('fs-0a')).toEqual([first, second]);
  expect(await loads.of('fs-0c')).toEqual([first]);
});

it('shares what a copy has to do among its volumes; shares of limits are those of each', async () => {
  const loads = setUp();
  loads.add(asked('c2'), [loadOf({ writes: 40, written: 8, metadata: 2 })]);
  const part = loadOf({ read: 5e5, reads: 50, writes: 20, written: 4, metadata: 1 });
  expect(await loads.of('vol-0a')).toEqual([part]);
  expect(await loads.of('vol-0b')).toEqual([part]);
});

it('knows what a host asks of all of its volumes, whatever copies these are', async () => {
  const store = {
    get: () => Promise.resolve({ text: 'c2.i-1 volumeId vol-0a\nc2.i-1 volumeId2 vol-0b\nc4.i-1 volumeId vol-0c\n' }),
  } as unknown as Parameters<typeof serverLoadsIn>[0];
  const loads = serverLoadsIn(store);
  const [first, second, third] = [0, 3600, 7200].map((from) => loadOf({ from, until: from + 3600 }));
  loads.add(asked('c2'), [first!, third!]);
  loads.add(asked('c4'), [second!]);
  expect(await loads.of('i-1')).toEqual([first, second, third]);
  expect(await loads.of('i-2')).toEqual([]);
});

it('knows nothing of other ids', async () => {
  const loads = setUp();
  expect(await loads.of('fs-0a')).toEqual([]);
  loads.add(asked('c1'), [loadOf()]);
  expect(await loads.of('fs-0b')).toEqual([]);
  expect(await loads.of('fs-0')).toEqual([]);
});
