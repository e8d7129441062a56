import { type GetFile, readPriceFiles } from '../../../lib/aws/admission/price-files';
import { priceFile } from '../../pricing/list/price-file';
import { expectRefusal } from '../answers';

const signal = new AbortController().signal;
const read = (get: GetFile): Promise<unknown> => readPriceFiles('eu-central-1', { get, now: () => 0, signal });
const EFS = 'https://pricing.us-east-1.amazonaws.com/offers/v1.0/aws/AmazonEFS/current/eu-central-1/index.csv';

async function* splitBytes(text: string): AsyncGenerator<Uint8Array> {
  for (const byte of new TextEncoder().encode(text)) yield Uint8Array.of(byte);
}

it('decodes UTF-8 characters that are split between chunks, and counts bytes', async () => {
  const get: GetFile = async (url) => {
    const [, offer = ''] = /aws\/(\w+)\/current/.exec(url) ?? [];
    return { status: 200, body: splitBytes(priceFile(offer, [{ usageType: 'São', unit: 'GB', usd: 1 }])) };
  };
  const saved = await readPriceFiles('eu-central-1', { get, now: () => 0, signal });
  expect(saved).toMatchObject({ region: 'eu-central-1', readAt: '1970-01-01T00:00:00.000Z', missing: [], prices: [] });
  expect(saved.files[0]).toMatchObject({
    offer: 'AmazonEFS',
    url: EFS,
    rows: 1,
    bytes: new TextEncoder().encode(priceFile('AmazonEFS', [{ usageType: 'São', unit: 'GB', usd: 1 }])).length,
  });
});

it.each<[string, GetFile, string]>([
  ['HTTP 503', async () => ({ status: 503, body: null }), `${EFS} answers 503`],
  [
    'no route to the server',
    () => Promise.reject(new TypeError('fetch failed', { cause: new Error('no route to host') })),
    `${EFS}: fetch failed (no route to host)`,
  ],
])('reports PriceListUnavailable with the cause: %s', async (_what, get, why) => {
  await expectRefusal(read(get), 'PriceListUnavailable', {
    message: `the price files of eu-central-1 could not be read: ${why}`,
  });
});

it('refuses a truncated price file as PriceListUnreadable', async () => {
  const get: GetFile = async () => ({ status: 200, body: splitBytes(priceFile('AmazonEFS', []).slice(0, 200)) });
  await expectRefusal(read(get), 'PriceListUnreadable');
});
