import { BUCKET, makeHosts, makeTemplate, makeWorld } from './world';

describe('pageItems', () => {
  it('gives listings in small pages, with tokens that lead to the end', async () => {
    const world = makeWorld({ pageItems: 2, ec2: { timing: { pendingMs: 0, visibleMs: 0 } } });
    for (const key of ['a', 'b', 'c', 'd', 'e']) await world.store.put(key, '', false);
    const keys: (string | undefined)[][] = [];
    let token: string | undefined;
    do {
      const ContinuationToken = token;
      const page = await world.call<{ Contents: { Key?: string }[]; NextContinuationToken?: string }>(
        's3',
        'ListObjectsV2',
        { Bucket: BUCKET, MaxKeys: 1000, ContinuationToken },
      );
      keys.push(page.Contents.map(({ Key }) => Key));
      token = page.NextContinuationToken;
    } while (token !== undefined);
    expect(keys).toEqual([['a', 'b'], ['c', 'd'], ['e']]);
    // What was asked for is recorded as it was asked for.
    expect(world.calls[0]?.input).toEqual({ Bucket: BUCKET, MaxKeys: 1000 });
  });

  it('never asks a service for fewer than it can give, and leaves what is asked for by ids whole', async () => {
    const world = makeWorld({ pageItems: 1, ec2: { timing: { pendingMs: 0, visibleMs: 0 } } });
    const InstanceIds = await makeHosts(world, 7);
    const count = async (input: object): Promise<number> => {
      const page = await world.call<{ Reservations: { Instances: unknown[] }[] }>('ec2', 'DescribeInstances', input);
      return page.Reservations.flatMap(({ Instances }) => Instances).length;
    };
    expect(await count({})).toBe(5);
    expect(await count({ InstanceIds })).toBe(7);
    await makeTemplate(world, 'another');
    const templates = await world.call<{ LaunchTemplates: unknown[] }>('ec2', 'DescribeLaunchTemplates');
    expect(templates.LaunchTemplates).toHaveLength(1);
  });

  it('asks for no more than the caller does', async () => {
    const world = makeWorld({ pageItems: 3 });
    for (const key of ['a', 'b']) await world.store.put(key, '', false);
    const page = await world.call<{ Contents: unknown[] }>('s3', 'ListObjectsV2', { Bucket: BUCKET, MaxKeys: 1 });
    expect(page.Contents).toHaveLength(1);
  });
});
