/** A teardown ends when nothing lives: no kind counts as gone because its delete was refused. */
import { listDeletable } from '../../../lib/aws/ledger/deletes';
import { LISTED_KINDS } from '../../../lib/shapes/resources';
import { makeLiving } from '../resource-makers';

const EXECUTION = { tagKey: 'fsxbench:execution', tagValue: 'exec' };

describe('listDeletable', () => {
  it.each(LISTED_KINDS)('counts one %s as living in every round in which its delete is refused', async (kind) => {
    const { account, id } = await makeLiving(kind);
    const others = kind === 'efs:mount-target' ? 1 : 0;
    for (const round of [0, 1, 31, 200]) {
      const first = await listDeletable({ ...EXECUTION, round }, account.context());
      expect(first.deletable).toContainEqual(expect.objectContaining({ kind, ids: [id] }));
      const refused = await listDeletable({ ...EXECUTION, round, spared: [id] }, account.context());
      expect([first.living, refused.living]).toEqual([1 + others, 1 + others]);
      expect(refused.deletable.flatMap(({ ids }) => ids)).not.toContain(id);
    }
  });
});
