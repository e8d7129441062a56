import { virtualClock } from '../../../../lib/asl/clock/virtual';
import { parsePointer } from '../../../../lib/shapes/tool-bundles';
import { memoryStore } from '../../../../lib/twin/cloud/s3/store';
import { withModelledTools } from '../../../../lib/twin/cloud/s3/modelled-tools';

const KEY = 'tools/ior/amzn-2023-x86_64.txt';

it('has a pointer of every bundle for every system, as hosts read it, and lists none', async () => {
  const store = withModelledTools(memoryStore(virtualClock(0)));
  expect(parsePointer((await store.get(KEY))?.text ?? '', 'ior')).toMatchObject({ version: 'modelled' });
  expect((await store.get('tools/ior/ubuntu-24.04-aarch64.txt'))?.text).toBe((await store.get(KEY))?.text);
  expect(await store.list('')).toEqual([]);
});

it('has nothing else, and what was put there goes first', async () => {
  const store = withModelledTools(memoryStore(virtualClock(0)));
  for (const key of ['tools/other/amzn-2023-x86_64.txt', 'tools/ior/nothing.txt', 'fences/x.json'])
    expect(await store.get(key)).toBeUndefined();
  await store.put(KEY, 'own', false);
  expect((await store.get(KEY))?.text).toBe('own');
});
