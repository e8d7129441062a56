import { formatChanges } from '../../../lib/report/mail/figures';
import { writeMail } from '../../../lib/report/mail/mail';
import { parseMailKind } from '../../../lib/shapes/mail';
import { CHANGES_MAX, type ExecutionHistory, LEVELS_MAX, type ReportedChange } from '../../../lib/shapes/result';
import { makeFacts } from './facts';

const CHANGE: ReportedChange = {
  cell: 'c1',
  label: 'disk, bs 4k',
  operation: 'read',
  change: -0.15,
  low: -0.182,
  high: -0.117,
  before: 'night-19',
  from: 'night-20',
  started: '2026-09-20T03:00:07.000Z',
  executions: 3,
  differs: ['kernel: 6.1.1 → 6.1.2'],
};

const makeHistory = (...changes: readonly ReportedChange[]): ExecutionHistory => ({
  metric: 'iops',
  executions: 22,
  levels: [],
  changes,
});

const format = (...changes: readonly ReportedChange[]): string =>
  formatChanges({ ...makeFacts(), history: makeHistory(...changes) }).join('\n');

describe('formatChanges', () => {
  it('names configuration, size with interval, first execution, what else differs, and a command for the page', () => {
    expect(format(CHANGE)).toBe(
      [
        'disk, bs 4k: read IOPS −15% (−18% to −12%)',
        'since 2026-09-20 03:00 UTC, night-19 → night-20; seen after 3 executions of',
        'the new level, 22 compared',
        'What else differs:',
        'kernel: 6.1.1 → 6.1.2',
        'Page of the history',
        'npx fsxbench history local-disk --region us-west-2 --metric iops --html history.html',
      ].join('\n'),
    );
  });

  it('lists configurations with one first execution together, and limits long lists', () => {
    const many = Array.from({ length: 13 }, (_, nth) => ({ ...CHANGE, cell: `c${nth}`, label: `disk, bs ${nth}k` }));
    const text = format(...many, { ...CHANGE, cell: null, label: null, from: 'night-21', differs: [] });
    expect(text.match(/^since /gm)).toHaveLength(2);
    expect(text).toMatch(/^and 3 more$/m);
    expect(text).toMatch(/^all configurations together \(hour, hosts or AWS\): read IOPS −15%/m);
    expect(text).toContain('nothing in settings, prices, and what hosts reported');
    expect(format({ ...CHANGE, differs: null })).toContain('What else differs is unknown.');
  });

  it('names the stack unless it has the default name', () => {
    const facts = makeFacts();
    const place = { ...facts.place, stack: 'nightly' };
    expect(formatChanges({ ...facts, place, history: makeHistory(CHANGE) }).at(-1)).toContain(' --stack nightly ');
  });
});

describe('mail with a change of level', () => {
  it('says so in the subject and in a section, except about leftovers', () => {
    const facts = { ...makeFacts(), history: makeHistory(CHANGE) };
    const { subject, text } = writeMail(facts);
    expect(subject).toBe('[fsxbench] e1 finished: level changed, threshold met, 12 of 12 valid');
    expect(parseMailKind(subject)).toBe('finished');
    expect(text).toContain('\n\nLEVEL CHANGED\ndisk, bs 4k: read IOPS −15%');
    expect(writeMail({ ...facts, clean: false }).text).not.toContain('LEVEL CHANGED');
    expect(writeMail({ ...facts, history: makeHistory() }).text).not.toContain('LEVEL CHANGED');
  });

  it('limits levels and changes in the event', () => {
    const level = { label: 'a', operation: null, level: 1, unit: 'ops/s', since: null };
    const history = {
      ...makeHistory(...Array.from({ length: 99 }, () => CHANGE)),
      levels: Array.from({ length: 200 }, () => level),
    };
    const { detail } = writeMail({ ...makeFacts(), history });
    expect([detail.history?.levels.length, detail.history?.changes.length]).toEqual([LEVELS_MAX, CHANGES_MAX]);
  });
});
