import { BUCKET, makeHosts, makeTemplate, makeServices, readPages } from './services';
import { slicePage } from '../../../lib/twin/cloud/paging';

const refuse = (): Error => new Error('bad token');
const identity = (n: number): number => n;

describe('slicePage', () => {
  it('returns every item once over all pages, and no token with the last page', () => {
    const slice = (token?: string) => slicePage([1, 2, 3, 4, 5], identity, 2, token, refuse);
    const first = slice();
    const second = slice(first.next);
    const third = slice(second.next);
    expect([first.items, second.items, third]).toEqual([[1, 2], [3, 4], { items: [5] }]);
    expect(slicePage([1, 2], identity, 2, undefined, refuse)).toEqual({ items: [1, 2] });
    expect(slicePage([], identity, 2, undefined, refuse)).toEqual({ items: [] });
  });

  it('skips no item when items of an earlier page are deleted', () => {
    const first = slicePage([1, 2, 3, 4], identity, 2, undefined, refuse);
    expect(slicePage([3, 4], identity, 2, first.next, refuse)).toEqual({ items: [3, 4] });
  });

  it.each(['', 'nonsense', Buffer.from('{}').toString('base64url'), Buffer.from('[null]').toString('base64url')])(
    'refuses the token %j that it did not create',
    (token) => {
      expect(() => slicePage([1], identity, 1, token, refuse)).toThrow('bad token');
    },
  );
});

describe('pageItems option of the account', () => {
  it('limits pages to the given number of items, with tokens to the end, and to that of the caller', async () => {
    const services = makeServices({ pageItems: 2 });
    for (const key of ['a', 'b', 'c', 'd', 'e']) await services.store.put(key, '', false);
    const list = async (MaxKeys: number): Promise<(string | undefined)[][]> => {
      const asked = { Bucket: BUCKET, MaxKeys };
      const pages = await readPages<{ Key?: string }>(services, ['s3', 'ListObjectsV2'], 'Contents', asked);
      return pages.map((page) => page.map(({ Key }) => Key));
    };
    expect(await list(1000)).toEqual([['a', 'b'], ['c', 'd'], ['e']]);
    expect(await list(1)).toEqual([['a'], ['b'], ['c'], ['d'], ['e']]);
    // The request is recorded as it was made.
    expect(services.calls[0]?.input).toEqual({ Bucket: BUCKET, MaxKeys: 1000 });
  });

  it('uses at least the minimum page size of the service, and does not page requests by id', async () => {
    const services = makeServices({ pageItems: 1, ec2: { timing: { pendingMs: 0, visibleMs: 0 } } });
    const InstanceIds = await makeHosts(services, 7);
    const count = async (action: string, member: string, input: object = {}): Promise<number> => {
      const page = await services.call('ec2', action, input);
      return (page[member] as { Instances?: unknown[] }[]).flatMap(({ Instances = [0] }) => Instances).length;
    };
    expect(await count('DescribeInstances', 'Reservations')).toBe(5);
    expect(await count('DescribeInstances', 'Reservations', { InstanceIds })).toBe(7);
    await makeTemplate(services, 'another');
    expect(await count('DescribeLaunchTemplates', 'LaunchTemplates')).toBe(1);
  });
});
