import { found, type Json, task } from '../machines';

const WHOLE = {
  SingleInstanceType: true,
  SingleAvailabilityZone: true,
  MinTargetCapacity: '{% $states.input.count %}',
};
const CAPACITY = { TotalTargetCapacity: '{% $states.input.count %}' };

const fleet = (more: Json): string[] =>
  found({
    A: task('aws-sdk:ec2:createFleet', {
      Type: 'instant',
      TargetCapacitySpecification: CAPACITY,
      OnDemandOptions: WHOLE,
      ...more,
    }),
  }).filter((finding) => finding.includes('fleet-shape'));

describe('fleet-shape', () => {
  it('is instant, whole or nothing, of one type in one zone', () => {
    expect(fleet({})).toEqual([]);
  });

  it.each<[Json, string]>([
    [{ Type: undefined }, 'Type has to be "instant"'],
    [{ Type: 'maintain' }, 'Type has to be "instant"'],
    [{ OnDemandOptions: { ...WHOLE, MinTargetCapacity: 1 } }, 'MinTargetCapacity has to equal'],
    [{ OnDemandOptions: { ...WHOLE, MinTargetCapacity: undefined } }, 'MinTargetCapacity has to equal'],
    [{ OnDemandOptions: { ...WHOLE, SingleInstanceType: false } }, 'SingleInstanceType has to be true'],
    [{ OnDemandOptions: { ...WHOLE, SingleAvailabilityZone: undefined } }, 'SingleAvailabilityZone has to be true'],
  ])('refuses %j', (more, message) => {
    expect(fleet(more)).toEqual([expect.stringContaining(message)]);
  });

  it('needs a number of hosts', () => {
    expect(fleet({ TargetCapacitySpecification: {} })).toHaveLength(2);
  });
});
