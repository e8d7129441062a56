import { readFileSync } from 'node:fs';
import { readScripts } from '../../../lib/aws/scripts';
import { expandSpec } from '../../../lib/experiment/design/expand';
import { KINDS } from '../../../lib/experiment/kinds';
import { countFiles } from '../../../lib/experiment/plan/file-count';
import { readSpec } from '../../../lib/experiment/reading/read-spec';

async function left(name: string): Promise<number> {
  const { spec } = readSpec(readFileSync(`experiments/${name}.yaml`, 'utf8'), `${name}.yaml`);
  if (spec === undefined) throw new Error(name);
  return countFiles(spec, expandSpec(spec, KINDS).cells, await readScripts('workloads'));
}

it('counts the files and directories of all trials: three cells of a disk, two of memory, three times', async () => {
  expect(await left('local-tree-copy')).toBe((3 + 2) * 3 * (38_000 + 3_800));
});

it('counts no file of a workload that lays out a fixed few', async () => {
  expect(await left('local-disk')).toBe(0);
});
