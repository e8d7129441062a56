import { makeWorld } from '../world';

interface Listing {
  readonly InstanceTypeOfferings: { InstanceType: string; Location: string; LocationType: string }[];
  readonly NextToken?: string;
}
const ASKED = {
  LocationType: 'availability-zone',
  Filters: [{ Name: 'instance-type', Values: ['c8gn.16xlarge', 'hpc7g.4xlarge'] }],
};

describe('DescribeInstanceTypeOfferings', () => {
  it('has every type in every zone, unless told otherwise', async () => {
    const all: Listing = await makeWorld().call('ec2', 'DescribeInstanceTypeOfferings', ASKED);
    expect(all.InstanceTypeOfferings).toHaveLength(6);
    const world = makeWorld({ ec2: { offers: (type, zone) => type === 'hpc7g.4xlarge' && zone.endsWith('1b') } });
    expect(await world.call('ec2', 'DescribeInstanceTypeOfferings', ASKED)).toEqual({
      InstanceTypeOfferings: [
        { InstanceType: 'hpc7g.4xlarge', LocationType: 'availability-zone', Location: 'xx-local-1b' },
      ],
    });
  });

  it('gives pages, and what is in one zone', async () => {
    const world = makeWorld();
    const ask = (more: object): Promise<Listing> =>
      world.call('ec2', 'DescribeInstanceTypeOfferings', { ...ASKED, ...more });
    const first = await ask({ MaxResults: 5 });
    expect(first.InstanceTypeOfferings).toHaveLength(5);
    expect((await ask({ MaxResults: 5, NextToken: first.NextToken })).InstanceTypeOfferings).toHaveLength(1);
    const there = await ask({ Filters: [...ASKED.Filters, { Name: 'location', Values: ['xx-local-1c'] }] });
    expect(there.InstanceTypeOfferings.map(({ Location }) => Location)).toEqual(['xx-local-1c', 'xx-local-1c']);
  });

  it.each([
    ['another kind of place', { LocationType: 'region' }],
    ['no type', { Filters: [] }],
    ['a pattern', { Filters: [{ Name: 'instance-type', Values: ['c8gn.*'] }] }],
    ['another filter', { Filters: [...ASKED.Filters, { Name: 'owner', Values: ['me'] }] }],
    ['pages that are too small', { MaxResults: 4 }],
  ])('refuses %s, which the model cannot answer or AWS does not take', async (_what, more) => {
    await expect(makeWorld().call('ec2', 'DescribeInstanceTypeOfferings', { ...ASKED, ...more })).rejects.toMatchObject(
      { name: 'InvalidParameterValue' },
    );
  });
});
