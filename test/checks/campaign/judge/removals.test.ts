import { CALM, type Rule } from '../../../../checks/campaign/faults/campaign';
import type { StackRemoval } from '../../../../checks/campaign/faults/persons';
import type { CampaignRun } from '../../../../checks/campaign/faults/run-campaign';
import { checkRemovals } from '../../../../checks/campaign/judge/removals';

const creation = (id: string, goneAt: number | null, execution = 'a') => ({
  kind: 'fsx:file-system',
  id,
  execution,
  at: 1,
  goneAt,
});
const removal = (more: Partial<StackRemoval> = {}): StackRemoval => ({
  part: 'safety',
  at: 100,
  running: [],
  paused: true,
  ...more,
});

function codes(removals: StackRemoval[], creations: object[] = [], rules: Rule[] = []) {
  const run = { removals, creations, untagged: new Set(['fs-u']), copied: new Set(['fs-c']) };
  return checkRemovals({ ...run, campaign: { ...CALM, rules } } as unknown as CampaignRun).map(({ code }) => code);
}

describe('checkRemovals', () => {
  it('accepts a stack that is deleted after all its resources', () => {
    expect(codes([removal()], [creation('fs-1', 99), creation('fs-2', null, '')])).toEqual([]);
  });

  it('reports DownTooEarly for resources that outlived their stack', () => {
    expect(codes([removal()], [creation('fs-1', null), creation('fs-2', 101)])).toEqual([
      'DownTooEarly',
      'DownTooEarly',
    ]);
  });

  it('ignores resources whose tags a person removed, and resources that a person made', () => {
    expect(codes([removal()], [creation('fs-u', null), creation('fs-c', null)])).toEqual([]);
  });

  it('reports DownTooEarly while executions run, and DownNotPaused unless a person resumed starts', () => {
    expect(codes([removal({ running: ['a'] })])).toEqual(['DownTooEarly']);
    expect(codes([removal({ paused: false })])).toEqual(['DownNotPaused']);
    expect(codes([removal({ paused: false })], [], [{ fault: 'person', effect: 'resume', at: 5 }])).toEqual([]);
  });
});
