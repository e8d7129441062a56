import { countedVcpus, machineOf } from '../../lib/targets/instance-types';

const GIB = 1024 ** 3;

it('knows processors, memory and network of types', () => {
  expect(machineOf('c5n.2xlarge')).toEqual({
    vcpus: 8,
    memoryBytes: 21 * GIB,
    network: { baseline: 1.25e9, burst: 3.125e9, burstSeconds: 300 },
  });
  expect(machineOf('c5n.18xlarge').network).toEqual({ baseline: 12.5e9, burst: 12.5e9, burstSeconds: 0 });
  expect(machineOf('m5.2xlarge')).toMatchObject({ vcpus: 8, memoryBytes: 32 * GIB });
  expect(machineOf('t3.medium')).toMatchObject({ vcpus: 2, memoryBytes: 4 * GIB });
  expect(machineOf('c7gn.medium').vcpus).toBe(1);
  expect(machineOf('m7i.metal-48xl')).toMatchObject({ vcpus: 192, memoryBytes: 768 * GIB });
});

it('takes others for general purpose machines of their size', () => {
  expect(machineOf('z9.4xlarge')).toEqual(machineOf('m5.4xlarge'));
  expect(machineOf('local')).toEqual(machineOf('m5.2xlarge'));
});

it.each([
  ['c5n.metal', 72],
  ['t3.micro', 2],
  ['t4g.nano', 2],
  ['t2.micro', 1],
  ['t2.medium', 2],
  ['r6g.medium', 1],
  ['r5.large', 2],
  ['r5.xlarge', 4],
  ['c7i.48xlarge', 192],
  ['r7i.metal-24xl', 96],
  ['r5.metal', undefined],
  ['hpc7g.4xlarge', 16],
  ['hpc7a.12xlarge', undefined],
  ['local', undefined],
])('counts the processors of %s for quotas as %s', (type, vcpus) => {
  expect(countedVcpus(type)).toBe(vcpus);
});
