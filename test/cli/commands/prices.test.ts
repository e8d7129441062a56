import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { run as plan } from '../../../lib/cli/commands/plan';
import { run } from '../../../lib/cli/commands/prices';
import { getPricesPath, loadPrices } from '../../../lib/cli/workspace';
import { host, priceFile } from '../../pricing/list/price-file';
import { captureCli } from '../capture-cli';
import cases from './cases.json';

const REGION = 'eu-central-1';
let cwd = '';
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'fsxbench-prices-'));
});
afterEach(() => {
  jest.restoreAllMocks();
  rmSync(cwd, { recursive: true });
});

/** AWS as this machine would reach it. */
function mockPriceServer(): jest.SpyInstance {
  return jest.spyOn(globalThis, 'fetch').mockImplementation(async (input) => {
    const url = input as string;
    const [, offer = ''] = /aws\/(\w+)\/current\/eu-central-1\/index\.csv$/.exec(url) ?? [];
    if (offer === 'AmazonVPC' || offer === '') return new Response(null, { status: 403 });
    const lustre = { usageType: 'EUC1-Storage', unit: 'GB-Mo', usd: 0.168, operation: 'CreateFileSystem:Lustre' };
    const rows = { AmazonFSx: [lustre], AmazonEC2: [host('c5n.large', 0.123)] }[offer] ?? [];
    return new Response(priceFile(offer, rows));
  });
}

it('lists the built-in prices with source, date and confidence', async () => {
  const { cli, out } = captureCli(cwd);
  expect(await run(cli, [], { region: 'us-east-1' })).toBe(0);
  expect(out()).toContain('prices of us-east-1, the list of this version');
  expect(out()).toContain(
    '\ngithub.com/aws-samples/sample-fsx-viewer pricing_data.json of 2026-02-17; a second source agrees (high)\n',
  );
  expect(out()).toContain('  fsx-lustre storage.ssd.SCRATCH_2: 0.14 USD / GiB-month\n');
});

it('reads prices of a Region from AWS with update, and uses them afterwards', async () => {
  mockPriceServer();
  const { cli, out, err } = captureCli(cwd);
  expect(await run(cli, ['update'], { region: REGION })).toBe(0);
  const file = getPricesPath(cwd, REGION);
  expect(err().split('\n')[0]).toBe(
    'reading https://pricing.us-east-1.amazonaws.com/offers/v1.0/aws/AmazonEFS/current/eu-central-1/index.csv',
  );
  expect(out()).toContain('AmazonEC2: 0.0 MB, 1 on-demand prices, published 2026-10-01T12:00:00Z\n');
  expect(out()).toContain('AmazonVPC: no file (https://pricing.us-east-1.amazonaws.com/');
  expect(out()).toContain(`3 prices of eu-central-1 saved in ${file}; 0 differ from those of this version\n`);
  expect(loadPrices(cli, { region: REGION }, {}).book.prices).toHaveLength(4);
  const listed = captureCli(cwd);
  expect(await run(listed.cli, [], { region: REGION })).toBe(0);
  expect(listed.out()).toContain(`4 prices of eu-central-1, read from AWS 20`);
  expect(listed.out()).toContain('  ec2 c5n.large.linux.ondemand: 0.123 USD / instance-hour\n');
});

it('plans with a price file, and names the Region of a missing price', async () => {
  mockPriceServer();
  const file = join(cwd, 'mine.json');
  expect(await run(captureCli(cwd).cli, ['update'], { region: REGION, output: file })).toBe(0);
  const spec = join(cwd, 'spec.yaml');
  const text = readFileSync('experiments/lustre-small.yaml', 'utf8');
  writeFileSync(spec, text);
  const { cli, err } = captureCli(cwd);
  expect(await plan(cli, [spec], { prices: file })).toBe(2);
  expect(err()).toContain(
    'the price book has no price for `ebs gp3.storage` in eu-central-1, so the budget cannot be enforced. ' +
      "`npx fsxbench prices update` reads AWS's price files [UnknownPrice]",
  );
  const json = captureCli(cwd);
  await plan(json.cli, [spec], { region: 'us-east-1', json: true });
  const { estimate } = JSON.parse(json.out()) as { estimate: { lines: { source: string }[] } };
  for (const { source } of estimate.lines) expect(source).toMatch(/20\d\d/);
});

it('reports after update which prices changed and which are missing', async () => {
  const row = { usageType: 'Storage', unit: 'GB-Mo', usd: 0.15, operation: 'CreateFileSystem:Lustre' };
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (input) => {
    const [, offer = ''] = /aws\/(\w+)\//.exec((input as string).slice(30)) ?? [];
    return new Response(priceFile(offer, offer === 'AmazonFSx' ? [row] : []));
  });
  const { cli, out } = captureCli(cwd);
  expect(await run(cli, ['update'], { region: 'us-east-1' })).toBe(0);
  expect(out()).toContain('; 2 differ from those of this version:\n');
  expect(out()).toContain('  fsx-lustre storage.ssd.SCRATCH_2: 0.14 -> 0.15 USD\n');
  expect(out()).toContain('missing in these files, so from this version:\n');
});

describe('prices of the user', () => {
  const own = (name: string, content: string, options = {}) => {
    writeFileSync(join(cwd, name), content);
    const { cli, out } = captureCli(cwd);
    return run(cli, [], { prices: name, ...options }).then(out);
  };
  const write = (dimension: string): string =>
    JSON.stringify({ region: 'us-east-1', prices: [{ service: 'ec2', dimension, unit: 'instance-hour', usd: 0.302 }] });

  it('replaces single prices, and keeps all others', async () => {
    const text = await own('own.json', write('c5n.2xlarge.linux.ondemand'));
    expect(text).toContain(' prices of us-east-1, your own (own.json); the rest from this version.\n');
    expect(text).toContain('\nyour price file (high)\n  ec2 c5n.2xlarge.linux.ondemand: 0.302 USD / instance-hour\n');
    expect(text).toContain('\n  fsx-lustre storage.ssd.SCRATCH_2: 0.14 USD');
  });

  it('reads the whole output of `prices --json`', async () => {
    const { cli, out } = captureCli(cwd);
    await run(cli, [], { region: 'us-east-1', json: true });
    const again = JSON.parse(await own('all.json', out(), { json: true })) as { readonly prices: unknown };
    expect(again.prices).toEqual((JSON.parse(out()) as { readonly prices: unknown }).prices);
  });

  it('refuses names, units, Regions and duplicates that would be misread', async () => {
    const price = (dimension: string, unit: string, region?: string) => ({
      service: 'fsx-lustre',
      dimension,
      unit,
      region,
      usd: 1,
    });
    const refuse = async (...prices: object[]): Promise<string> => {
      const error: unknown = await own('typo.json', JSON.stringify({ region: 'us-east-1', prices })).catch(
        (one: unknown) => one,
      );
      expect(error).toMatchObject({ name: 'UnreadablePrices' });
      return (error as Error).message.split('\n').slice(1).join();
    };
    const name = 'storage.ssd.SCRATCH_2';
    expect(await refuse(price('storage.ssd.SCRATCH2', 'GiB-month'))).toBe(
      `fsx-lustre storage.ssd.SCRATCH2: nothing has this price; did you mean fsx-lustre ${name}?`,
    );
    expect(await refuse(price(name, 'TB-hour'))).toBe(`fsx-lustre ${name}: the unit is GiB-month, not TB-hour`);
    expect(await refuse(price(name, 'GiB-month'), price(name, 'GiB-month'))).toBe(`fsx-lustre ${name}: has two prices`);
    await expect(
      own('far.json', JSON.stringify({ region: 'us-east-1', prices: [price(name, 'GiB-month', 'eu-west-1')] })),
    ).rejects.toMatchObject({
      message: expect.stringContaining('SCRATCH_2 is of eu-west-1, not us-east-1') as string,
    });
  });

  it('refuses to replace prices of the user by an update', async () => {
    writeFileSync(join(cwd, 'mine.json'), write('c5n.2xlarge.linux.ondemand'));
    const update = () => run(captureCli(cwd).cli, ['update'], { region: 'us-east-1', output: 'mine.json' });
    await expect(update()).rejects.toMatchObject({ name: 'OutputUnwritable', exitCode: 2 });
    expect(readFileSync(join(cwd, 'mine.json'), 'utf8')).toContain('0.302');
    const faulty = '{"region": "us-east-1", "readAt": null, "prices": [';
    writeFileSync(join(cwd, 'mine.json'), faulty);
    await expect(update()).rejects.toMatchObject({ name: 'OutputUnwritable', exitCode: 2 });
    expect(readFileSync(join(cwd, 'mine.json'), 'utf8')).toBe(faulty);
  });
});

describe('fsxbench prices with wrong input', () => {
  it.each(cases.prices.refused as [string[], Record<string, unknown>, string][])(
    'refuses the arguments %j with the options %j',
    async (args, options, message) => {
      mockPriceServer();
      await expect(run(captureCli(cwd).cli, args, options)).rejects.toMatchObject({
        exitCode: 2,
        message: expect.stringContaining(message) as string,
      });
    },
  );

  it('names an invalid price file, and the command that writes a valid one', async () => {
    const file = getPricesPath(cwd, REGION);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, '{"schemaVersion": 2}');
    await expect(run(captureCli(cwd).cli, [], { region: REGION })).rejects.toMatchObject({
      name: 'UnreadablePrices',
      message:
        `${file}: \`schemaVersion\` is 2: Invalid input: expected 1; \`region\`: Invalid input: expected string, ` +
        'received undefined; `prices`: Invalid input: expected array, received undefined. ' +
        `\`npx fsxbench prices update --region ${REGION}\` writes those of AWS; ` +
        'docs/pricing.md shows how to write your own',
    });
  });
});
