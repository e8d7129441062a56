/** `docs/pricing.md`: what is worked by hand there is what line items come to. */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { buildPriceBook } from '../../lib/pricing/aws';
import { priceMonthlyAmounts } from '../../lib/pricing/months';
import { ensure } from '../../lib/shapes/errors';
import { findTarget } from '../../lib/targets/registry';
import cases from './aws.page.cases.json';

const HOURS = 730;

/** One table of the page: amounts, prices and products as they stand there. */
interface WorkedExample {
  readonly name: string;
  readonly region: string;
  readonly config: { readonly kind: string };
  readonly rows: readonly (readonly [amount: number, price: number, dollars: number])[];
  readonly together: number;
  readonly hour: number;
}

function readExamples(): WorkedExample[] {
  const page = readFileSync('docs/pricing.md', 'utf8');
  return page.split(/^### /m).flatMap((section) => {
    const [name = ''] = section.split('\n');
    const [, yaml] = /```yaml\n([\s\S]*?)```/.exec(section) ?? [];
    if (yaml === undefined) return [];
    const config = parse(yaml) as WorkedExample['config'];
    const tables = [...section.matchAll(/^\| (\S+-\d) [\s\S]*?\n\n(.*)$/gm)];
    return tables.map(([table, region = '', sentence = '']) => ({
      name,
      region,
      config,
      ...parseExample(table, sentence),
    }));
  });
}

function parseExample(table: string, sentence: string): Pick<WorkedExample, 'rows' | 'together' | 'hour'> {
  const cells = table
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) => line.split('|').map((cell) => cell.trim()));
  const numbers = cells.slice(2).map((row) => row.slice(2, 5).map((cell) => Number(cell.replaceAll(',', ''))));
  const together = numbers.at(-1)?.[2] ?? NaN;
  const [, sum, hour] = /^([\d,.]+) \/ 730 = \*\*([\d.]+) USD an hour\*\*/.exec(sentence) ?? [];
  expect(Number(sum?.replaceAll(',', ''))).toBe(together);
  return { rows: numbers.slice(0, -1) as [number, number, number][], together, hour: Number(hour) };
}

const cents = (usd: number): number => Math.round(usd * 100) / 100;

/** What the three studies have of file systems, and each in its stages. */
const STUDIED = cases.studied;

it('shows in docs/pricing.md each studied file system in us-east-1 and ap-northeast-1', () => {
  expect(readExamples().map(({ name, region }) => `${name}, ${region}`)).toEqual(
    expect.arrayContaining(STUDIED.flatMap((name) => [`${name}, us-east-1`, `${name}, ap-northeast-1`])),
  );
});

it.each(readExamples().map((one) => [one.name, one.region, one] as const))(
  'computes the rows and totals of docs/pricing.md: %s in %s',
  (_name, region, example) => {
    const target = ensure(findTarget(example.config.kind), `the kind ${example.config.kind}`);
    const config = target.schema.parse(example.config);
    expect(target.check(config).filter(({ severity }) => severity === 'error')).toEqual([]);
    const items = target.prices.usage?.perMonth?.(config) ?? target.prices.lineItems(config);
    const { lines, unknown } = priceMonthlyAmounts(items, HOURS * 3600, buildPriceBook(region));
    expect(unknown).toEqual([]);
    expect(example.rows).toEqual(lines.map(({ quantity, usdPerUnit, usd }) => [quantity, usdPerUnit, cents(usd)]));
    const month = lines.reduce((sum, { usd }) => sum + usd, 0);
    expect(example.together).toBe(cents(month));
    const hour = priceMonthlyAmounts(items, 3600, buildPriceBook(region)).lines.reduce((sum, { usd }) => sum + usd, 0);
    expect(example.hour).toBe(cents(hour));
  },
);
