import { readFileSync } from 'node:fs';
import { readScripts } from '../../../lib/aws/scripts';
import { expandSpec } from '../../../lib/experiment/design/expand';
import { KINDS } from '../../../lib/experiment/kinds';
import { countFiles } from '../../../lib/experiment/plan/file-count';
import { readSpec } from '../../../lib/experiment/reading/read-spec';

async function countExperimentFiles(name: string): Promise<number> {
  const { spec } = readSpec(readFileSync(`experiments/${name}.yaml`, 'utf8'), `${name}.yaml`);
  if (spec === undefined) throw new Error(name);
  return countFiles(spec, expandSpec(spec, KINDS).cells, await readScripts('workloads'));
}

it('counts the files and directories of all trials: 5 cells with 3 replicates of 41,800', async () => {
  expect(await countExperimentFiles('local-tree-copy')).toBe((3 + 2) * 3 * (38_000 + 3_800));
});

it('returns 0 for a workload with a fixed small number of files', async () => {
  expect(await countExperimentFiles('local-disk')).toBe(0);
});
