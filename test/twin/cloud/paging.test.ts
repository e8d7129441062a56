import { BUCKET, makeHosts, makeTemplate, makeServices, readPages } from './services';
import { slicePage } from '../../../lib/twin/cloud/paging';

const refuse = (): Error => new Error('bad token');
const identity = (n: number): number => n;

describe('slicePage', () => {
  it('returns every item once over all pages', () => {
    const items = [1, 2, 3, 4, 5];
    const seen: number[] = [];
    let token: string | undefined;
    let pages = 0;
    do {
      const given = slicePage(items, identity, 2, token, refuse);
      seen.push(...given.items);
      token = given.next;
      pages++;
    } while (token !== undefined);
    expect(seen).toEqual(items);
    expect(pages).toBe(3);
  });

  it('skips no item when items of an earlier page are deleted', () => {
    const first = slicePage([1, 2, 3, 4], identity, 2, undefined, refuse);
    expect(slicePage([3, 4], identity, 2, first.next, refuse)).toEqual({ items: [3, 4] });
  });

  it('returns no token with the last page or for an empty list', () => {
    expect(slicePage([1, 2], identity, 2, undefined, refuse)).toEqual({ items: [1, 2] });
    expect(slicePage([], identity, 2, undefined, refuse)).toEqual({ items: [] });
  });

  it.each(['', 'nonsense', Buffer.from('{}').toString('base64url'), Buffer.from('[null]').toString('base64url')])(
    'refuses the token %j that it did not create',
    (token) => {
      expect(() => slicePage([1], identity, 1, token, refuse)).toThrow('bad token');
    },
  );
});

describe('pageItems option of the account', () => {
  it('limits pages to the given number of items, with tokens up to the end', async () => {
    const services = makeServices({ pageItems: 2, ec2: { timing: { pendingMs: 0, visibleMs: 0 } } });
    for (const key of ['a', 'b', 'c', 'd', 'e']) await services.store.put(key, '', false);
    const asked = { Bucket: BUCKET, MaxKeys: 1000 };
    const pages = await readPages<{ Key?: string }>(services, ['s3', 'ListObjectsV2'], 'Contents', asked);
    const keys = pages.map((page) => page.map(({ Key }) => Key));
    expect(keys).toEqual([['a', 'b'], ['c', 'd'], ['e']]);
    // What was asked for is recorded as it was asked for.
    expect(services.calls[0]?.input).toEqual({ Bucket: BUCKET, MaxKeys: 1000 });
  });

  it('uses at least the minimum page size of the service, and does not page requests by id', async () => {
    const services = makeServices({ pageItems: 1, ec2: { timing: { pendingMs: 0, visibleMs: 0 } } });
    const InstanceIds = await makeHosts(services, 7);
    const count = async (input: object): Promise<number> => {
      const page = await services.call<{ Reservations: { Instances: unknown[] }[] }>('ec2', 'DescribeInstances', input);
      return page.Reservations.flatMap(({ Instances }) => Instances).length;
    };
    expect(await count({})).toBe(5);
    expect(await count({ InstanceIds })).toBe(7);
    await makeTemplate(services, 'another');
    const templates = await services.call<{ LaunchTemplates: unknown[] }>('ec2', 'DescribeLaunchTemplates');
    expect(templates.LaunchTemplates).toHaveLength(1);
  });

  it('does not exceed the page size of the caller', async () => {
    const services = makeServices({ pageItems: 3 });
    for (const key of ['a', 'b']) await services.store.put(key, '', false);
    const page = await services.call<{ Contents: unknown[] }>('s3', 'ListObjectsV2', { Bucket: BUCKET, MaxKeys: 1 });
    expect(page.Contents).toHaveLength(1);
  });
});
