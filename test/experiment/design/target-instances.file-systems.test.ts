import { chainStages } from '../../../lib/experiment/design/target-instances';
import { fsxLustre } from '../../../lib/targets/fsx-lustre/target';
import { fsxOpenZfs } from '../../../lib/targets/fsx-openzfs/target';
import type { Target } from '../../../lib/targets/contract';
import { PERSISTENT } from '../../targets/fsx-lustre/config';
import { CONFIG } from '../../targets/fsx-openzfs/config';

const explainFresh = (hours: string): string =>
  `AWS's pause between changes could delay the next one by up to ${hours} hours; ` +
  'a new target instance is ready sooner';
const describeChains = (chains: ReturnType<typeof chainStages>): unknown =>
  chains.map(({ stages: its, why }) => [
    its.map(({ stage, changes }) => [stage, ...changes.map(({ pauseSeconds }) => pauseSeconds)].join(' ')).join(', '),
    why,
  ]);

describe('chainStages with the change rules of FSx file systems', () => {
  const describeChain = (kind: Target, configs: readonly object[], seconds: number): unknown => {
    const drafts = configs.map((config, index) => ({ stage: `s${index + 1}`, config: { ...config }, seconds }));
    return describeChains(chainStages(kind, drafts));
  };
  const grown = { ...CONFIG, storageGiB: 2000 };

  it('changes throughput, IOPS and quotas of OpenZFS in place directly after a storage increase', () => {
    const faster = { ...grown, throughputMBps: 5120 };
    const deeper = { ...faster, diskIops: 40_000 };
    const limited = { ...deeper, volumes: { count: 1, quotaGiB: 50 } };
    expect(describeChain(fsxOpenZfs, [CONFIG, grown, faster, deeper, limited], 900)).toEqual([
      ['s1, s2 0, s3 0, s4 0, s5 0', null],
    ]);
  });

  it('waits 6 hours between OpenZFS storage increases, or uses a new target instance', () => {
    const limited = { ...grown, volumes: { count: 1, quotaGiB: 50 } };
    const more = { ...limited, storageGiB: 4000 };
    expect(describeChain(fsxOpenZfs, [CONFIG, limited, more], 900)).toEqual([
      ['s1, s2 0 0', null],
      ['s3', explainFresh('5.8')],
    ]);
    expect(describeChain(fsxOpenZfs, [CONFIG, limited, more], 21_600)).toEqual([['s1, s2 0 0, s3 21600', null]]);
    const faster = { ...grown, throughputMBps: 5120 };
    // The machine counts from the newest change of the file system: from that of its throughput.
    expect(describeChain(fsxOpenZfs, [CONFIG, grown, faster, { ...faster, storageGiB: 4000 }], 1800)).toEqual([
      ['s1, s2 0, s3 0', null],
      ['s4', explainFresh('5.5')],
    ]);
  });

  it('uses a new Lustre target instance for a second change of any kind within the pause of AWS', () => {
    const larger = { ...PERSISTENT, storageGiB: 4800 };
    const faster = { ...larger, perUnitMBps: 500 };
    const deeper = { ...faster, metadataIops: 12_000 };
    expect(describeChain(fsxLustre, [PERSISTENT, larger, faster, deeper], 900)).toEqual([
      ['s1, s2 0', null],
      ['s3, s4 0', explainFresh('5.8')],
    ]);
  });
});
