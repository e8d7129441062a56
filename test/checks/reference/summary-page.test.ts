import { analyse } from '../../../lib/report/render';
import { summaryPage } from '../../../checks/reference/summary-page';
import { execution, type Options } from '../../results/fixture';

const page = summaryPage();
const rows = [...page.matchAll(/^\| `([^`]+)` \| (.*?) \| (.*) \|$/gm)].map(([, field = '', what = '', says = '']) => ({
  field,
  what,
  says,
}));
const nameOf = (field: string): string => field.replace(/\?$/, '').replace(/^.*\./, '');
const fields = new Set(rows.map(({ field }) => nameOf(field)));
/** Fields whose keys are names of something. */
const mappings = new Set(rows.filter(({ what }) => what.includes('mapping to ')).map(({ field }) => nameOf(field)));

/** Names of fields in a value, wherever they stand. */
function namesIn(value: unknown, of = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((one) => namesIn(one, of));
  if (typeof value !== 'object' || value === null || of === 'params') return [];
  const named = mappings.has(of);
  return Object.entries(value).flatMap(([key, one]) => [...(named ? [] : [key]), ...namesIn(one, named ? '' : key)]);
}

const CASES: Record<string, Options> = {
  compared: { reference: 0, decide: { where: { op: 'randread', bs: '4k' } } },
  described: { decide: null, question: null, reference: 0 },
  'no VALID trial': { reasons: () => [{ level: 'invalid', code: 'ZeroIo', text: 'no I/O' }] },
  'prices and two blocks': { blocks: 2, prices: { disk: 1, memory: 4 }, decide: { atLeast: 1000, prefer: 'cheapest' } },
};

describe('summaryPage', () => {
  it.each(Object.entries(CASES))('documents every field of a summary (%s)', (_, options) => {
    const { summary } = analyse(execution(options), { version: '0.1.0' });
    const names = new Set(namesIn(JSON.parse(JSON.stringify(summary))));
    expect(names.size).toBeGreaterThan(100);
    expect([...names].filter((name) => !fields.has(name))).toEqual([]);
  });

  it('shows the type and the comment of a field', () => {
    const row = (field: string) => rows.find((one) => one.field === field);
    expect(row('simulated')).toMatchObject({
      what: '`boolean`',
      says: expect.stringMatching(/^Any trial was simulated/),
    });
    expect(row('comparison')?.what).toBe("`'interleaved'` or `'sequential'`");
    expect(row('answer')?.what).toBe('[Answer](#answer)');
    expect(page).toContain('\n## Answer\n');
  });

  it('links only to sections that exist', () => {
    for (const [, name = ''] of page.matchAll(/\]\(#([a-z]+)\)/g))
      expect(page.toLowerCase()).toContain(`\n## ${name}\n`);
  });
});
