import { summaryPage } from '../../../checks/reference/summary-page';
import { analyse } from '../../../lib/report/render';
import { execution, type Options } from '../../results/fixture';

const page = summaryPage();
const rows = [...page.matchAll(/^\| `([^`]+)` \| (.*?) \| (.*) \|$/gm)].map(([, field = '', what = '', text = '']) => ({
  name: field.replace(/\?$/, '').replace(/^.*\./, ''),
  field,
  what,
  text,
}));
const fields = new Set(rows.map(({ name }) => name));
/** Fields whose keys are names of something. */
const mappings = new Set(rows.filter(({ what }) => what.includes('mapping to ')).map(({ name }) => name));

/** Names of fields in a value, wherever they are. */
function namesIn(value: unknown, of = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((one) => namesIn(one, of));
  if (typeof value !== 'object' || value === null || of === 'params') return [];
  const named = mappings.has(of);
  return Object.entries(value).flatMap(([key, one]) => [...(named ? [] : [key]), ...namesIn(one, named ? '' : key)]);
}

it.each<[string, Options]>([
  ['compared', { reference: 0, decide: { where: { op: 'randread', bs: '4k' } } }],
  ['described', { decide: null, question: null, reference: 0 }],
  ['without a VALID trial', { reasons: () => [{ level: 'invalid', code: 'ZeroIo', text: 'no I/O' }] }],
  ['of two blocks', { blocks: 2, prices: { disk: 1, memory: 4 }, decide: { atLeast: 1000, prefer: 'cheapest' } }],
])('documents every field of a summary %s', (_, options) => {
  const { summary } = analyse(execution(options), { version: '0.1.0' });
  const names = new Set(namesIn(JSON.parse(JSON.stringify(summary))));
  expect(names.size).toBeGreaterThan(100);
  expect([...names].filter((name) => !fields.has(name))).toEqual([]);
});

it('shows the type and the comment of a field, and links only to sections that exist', () => {
  const row = (field: string) => rows.find((one) => one.field === field);
  expect(row('simulated')).toMatchObject({
    what: '`boolean`',
    text: expect.stringMatching(/^Any trial was simulated/) as string,
  });
  expect(row('comparison')?.what).toBe("`'interleaved'` or `'sequential'` or `'cheapestFirst'`");
  expect(row('answer')?.what).toBe('[Answer](#answer)');
  expect(page).toContain('\n## Answer\n');
  for (const [, name = ''] of page.matchAll(/\]\(#([a-z]+)\)/g)) expect(page.toLowerCase()).toContain(`\n## ${name}\n`);
});
