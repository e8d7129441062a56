import { expandSpec } from '../../../lib/experiment/design/expand';
import { KINDS } from '../../../lib/experiment/kinds';
import { countFiles } from '../../../lib/experiment/plan/file-count';
import { planShipped, readHostScripts } from '../real-spec';

it.each([
  // 5 cells with 3 replicates.
  ['local-tree-copy', (3 + 2) * 3 * (38_000 + 3_800)],
  ['local-disk', 0],
])('counts the files and directories of all trials of %s: %d', async (name, count) => {
  const { spec } = (await planShipped(name)).plan;
  expect(countFiles(spec, expandSpec(spec, KINDS).cells, await readHostScripts())).toBe(count);
});
