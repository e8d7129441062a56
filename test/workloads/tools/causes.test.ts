import doubts from '../../../lib/workloads/fio/output/problems/doubts.json';
import { dropExplained } from '../../../lib/workloads/tools/causes';
import table from '../../../lib/workloads/tools/causes.json';

const CAUSES_WITHOUT_DOUBT = ['paced', 'polls'];
/** Doubts that are no rule of a job of fio: of its document, and of OMB. */
const OTHER_DOUBTS = ['waits', 'stopped'];

describe('dropExplained', () => {
  it('removes the doubt "even" when the doubt "submission" explains it', () => {
    const found = [{ code: 'even' }, { code: 'submission' }, { code: 'paged' }];
    expect(dropExplained(found)).toEqual([{ code: 'submission' }, { code: 'paged' }]);
  });

  it('removes the doubt "busy" when the cause "polls" explains it, and keeps it for "thick"', () => {
    expect(dropExplained([{ code: 'busy' }], ['polls'])).toEqual([]);
    expect(dropExplained([{ code: 'busy' }], ['thick'])).toEqual([{ code: 'busy' }]);
  });

  it('uses only known codes in the table causes.json', () => {
    const known = [...Object.keys(doubts), ...OTHER_DOUBTS];
    for (const [cause, symptoms] of Object.entries(table)) {
      expect([...known, ...CAUSES_WITHOUT_DOUBT]).toContain(cause);
      expect(known).toEqual(expect.arrayContaining(symptoms));
    }
  });
});
