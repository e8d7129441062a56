import { getCurrentPrices } from '../../../lib/aws/admission/prices';
import type { PlanningContext } from '../../../lib/aws/context';
import { priceFileUrl } from '../../../lib/aws/admission/price-files';
import { buildPriceBook } from '../../../lib/pricing/aws';
import { SERVICE_CODES } from '../../../lib/pricing/list/row-patterns';
import type { SavedPrices } from '../../../lib/pricing/list/saved-prices';
import { findPrice } from '../../../lib/pricing/price-book';
import { ensure } from '../../../lib/shapes/errors';
import { host, priceFile } from '../../pricing/list/price-file';
import { makeAccount } from '../account';
import { expectRefusal } from '../answers';

const REGION = 'eu-central-1';
const KEY = `prices/${REGION}.json`;
const DAY = 24 * 3600 * 1000;
let account = makeAccount();
beforeEach(() => {
  account = makeAccount();
});

/** A book whose prices were read `days` ago. */
function makeSavedPrices(days: number, usd: number): SavedPrices {
  const readAt = new Date(account.clock.now() - days * DAY).toISOString();
  const source = 'AWS Price List, made up, published 2026-01-01';
  const dimension = 'm5.large.linux.ondemand';
  const prices = [{ service: 'ec2', dimension, region: REGION, unit: 'instance-hour', usd, source }];
  return { schemaVersion: 1, region: REGION, readAt, files: [], missing: [], contradictions: [], prices };
}

/** What AWS has: every file, that of EC2 with one price. @param usd null: nothing can be read */
function makePriceContext(usd: number | null): { context: PlanningContext; asked: string[] } {
  const asked: string[] = [];
  const get = async (url: string) => {
    asked.push(url);
    if (usd === null) throw new TypeError('fetch failed', { cause: new Error('no route') });
    const offer = ensure(
      SERVICE_CODES.find((one) => priceFileUrl(one, REGION) === url),
      `a file of ${url}`,
    );
    if (offer === 'AmazonVPC') return { status: 403, body: null };
    const bytes = new TextEncoder().encode(priceFile(offer, offer === 'AmazonEC2' ? [host('m5.large', usd)] : []));
    return { status: 200, body: splitBytes(bytes) };
  };
  const book = (read: Parameters<typeof buildPriceBook>[2]) => buildPriceBook(REGION, true, read);
  return { context: { ...account.context(), prices: buildPriceBook(REGION), priceFiles: { get, book } }, asked };
}

async function* splitBytes(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 100) yield bytes.subarray(at, at + 100);
}

const hostPrice = async (context: PlanningContext): Promise<number | undefined> =>
  findPrice(await getCurrentPrices(context), 'ec2', 'm5.large.linux.ondemand')?.usd;

const listLogged = (): string[] => account.logged.map(({ level, message }) => `${level}: ${message}`);

it('returns the given price book when there is no price file reader, as in rehearsals', async () => {
  const prices = buildPriceBook('us-east-1');
  expect(await getCurrentPrices({ ...account.context(), prices })).toBe(prices);
});

it('reads the price files of its Region once, stores them in S3, and reuses the stored prices', async () => {
  const { context, asked } = makePriceContext(0.115);
  expect(await hostPrice(context)).toBe(0.115);
  expect(asked).toEqual(SERVICE_CODES.map((offer) => priceFileUrl(offer, REGION)));
  const kept = await account.json<SavedPrices>(KEY);
  expect(kept.missing).toEqual([{ offer: 'AmazonVPC', why: `${priceFileUrl('AmazonVPC', REGION)} answers 403` }]);
  const files = kept.files.map(({ offer, rows }) => `${offer} ${rows}`);
  expect(files).toEqual(['AmazonEFS 0', 'AmazonFSx 0', 'AWSSecretsManager 0', 'AmazonEC2 1']);
  const again = makePriceContext(0.2);
  expect(await hostPrice(again.context)).toBe(0.115);
  expect(again.asked).toEqual([]);
});

it('reads prices again when the stored ones are older than 30 days', async () => {
  await account.put(KEY, JSON.stringify(makeSavedPrices(29, 0.1)));
  expect(await hostPrice(makePriceContext(0.2).context)).toBe(0.1);
  await account.put(KEY, JSON.stringify(makeSavedPrices(31, 0.1)));
  expect(await hostPrice(makePriceContext(0.2).context)).toBe(0.2);
});

it('uses the new prices and logs a warning when they cannot be stored', async () => {
  await account.put(KEY, JSON.stringify(makeSavedPrices(400, 0.1)));
  account.refuse('PutObject', 'AccessDenied');
  expect(await hostPrice(makePriceContext(0.2).context)).toBe(0.2);
  expect(listLogged()).toEqual(['info: prices were read from AWS', `warn: ${KEY} could not be written`]);
});

it('uses stored prices of any age, with a warning, when AWS cannot be reached', async () => {
  const old = JSON.stringify(makeSavedPrices(400, 0.1));
  await account.put(KEY, old);
  expect(await hostPrice(makePriceContext(null).context)).toBe(0.1);
  expect(await account.text(KEY)).toBe(old);
  expect(listLogged()).toEqual([expect.stringMatching(/^warn: the price files could not be read; using prices of 20/)]);
});

it('uses the prices of the deployment when neither AWS nor S3 has any', async () => {
  const { context, asked } = makePriceContext(null);
  expect(await getCurrentPrices(context)).toEqual({ region: REGION, prices: [] });
  expect(asked).toHaveLength(1);
  expect(listLogged()).toEqual(['warn: the price files could not be read; using prices of the deployment']);
});

it('replaces a damaged price file of AWS, and refuses one of another Region or with a fault of the user', async () => {
  const saved = makeSavedPrices(1, 0.1);
  for (const change of [{ prices: 1 }, { region: 'us-east-1' }]) {
    await account.put(KEY, JSON.stringify({ ...saved, ...change }));
    expect(await hostPrice(makePriceContext(0.3).context)).toBe(0.3);
    expect(await account.json<SavedPrices>(KEY)).toMatchObject({ region: REGION, prices: [{ usd: 0.3 }] });
  }
  expect(listLogged().filter((line) => line.startsWith('warn'))).toEqual([
    expect.stringContaining(`${KEY} is ignored: \`prices\``),
    `warn: ${KEY} is ignored: it has prices of us-east-1, not ${REGION}`,
  ]);
  for (const [text, why] of [
    ['{"region": "x", "prices": [', 'it is not valid JSON'],
    [JSON.stringify({ region: 'us-east-1', prices: [] }), `it has prices of us-east-1, not ${REGION}`],
    [JSON.stringify({ ...saved, readAt: null, prices: 1 }), '`prices` is 1'],
    [JSON.stringify({ ...saved, file: 'mine.json', prices: 1 }), '`prices` is 1'],
  ] as const) {
    await account.put(KEY, text);
    const { context, asked } = makePriceContext(0.3);
    await expectRefusal(getCurrentPrices(context), 'UnreadablePrices', `${KEY} in the results bucket: ${why}`);
    expect([await account.text(KEY), asked]).toEqual([text, []]);
  }
});
