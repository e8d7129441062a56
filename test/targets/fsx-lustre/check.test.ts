import { checkLustre } from '../../../lib/targets/fsx-lustre/check';
import type { FsxLustre } from '../../../lib/targets/fsx-lustre/config';
import { testChecks, testRules } from '../check-cases';
import cases from './check.cases.json';
import { HARD_DISK, PERSISTENT, PERSISTENT_1, SCRATCH, SCRATCH_1, TIERED } from './config';

testChecks<FsxLustre>(checkLustre, { HARD_DISK, PERSISTENT, PERSISTENT_1, SCRATCH, SCRATCH_1, TIERED }, cases.checks);
testRules(cases.rules);

it('cites a page of the AWS documentation as the source of each finding', () => {
  const all = checkLustre({ ...SCRATCH, compression: 'LZ4', stripeCount: 9, storageGiB: 1 });
  expect(all).toHaveLength(4);
  for (const { source } of all) expect(source).toMatch(/^https:\/\/docs\.aws\.amazon\.com\/fsx\//);
  const [storage] = checkLustre({ ...PERSISTENT, storageGiB: 1 });
  expect(storage?.source).toContain('API_CreateFileSystem');
});
