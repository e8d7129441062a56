/** Rows of `lib/targets/instance-tables/recorded.json` from answers of DescribeInstanceTypes. */
import { getArchitecture } from '../../lib/shapes/images';

const ABOUT = [
  'Written by `npm run facts`; change checks/facts/ instead. One row a type, `-` for none:',
  'vCPUs; memory, GiB; network, Gbit/s; EBS, Mbit/s; EBS, operations of 16 KiB a second; EBS volumes, with the root;',
  'local disks, number and GB of each; `efa`; EBS cards.',
  'Rates are baseline/maximum, or one number if they are equal. The network is that of the default network card, which',
  'hosts use. EBS rates are those of all cards together, which are equal; none without dedicated bandwidth.',
  'Local disks are NVMe and flash; `?` for NVMe hard disks.',
];

type Rates = Readonly<Record<`${'Baseline' | 'Maximum'}${'BandwidthInMbps' | 'Iops'}`, number>>;
type NetworkCard = Readonly<Record<'BaselineBandwidthInGbps' | 'PeakBandwidthInGbps', number>>;
type LocalDisk = Readonly<{ Count: number; SizeInGB: number; Type: string }>;

/** Members of `InstanceTypeInfo` (EC2 API) that the rows need. */
interface DescribedType {
  readonly VCpuInfo?: { readonly DefaultVCpus?: number };
  readonly MemoryInfo?: { readonly SizeInMiB: number };
  readonly ProcessorInfo?: { readonly SupportedArchitectures: readonly string[] };
  readonly NetworkInfo?: {
    readonly DefaultNetworkCardIndex: number;
    readonly NetworkCards: readonly NetworkCard[];
    readonly EfaSupported: boolean;
  };
  readonly EbsInfo?: {
    readonly EbsOptimizedSupport?: string;
    readonly EbsOptimizedInfo?: Rates;
    readonly EbsCards?: readonly Rates[];
    readonly MaximumEbsAttachments?: number;
  };
  readonly InstanceStorageInfo?: { readonly NvmeSupport?: string; readonly Disks?: readonly LocalDisk[] };
}

export type RecordedTypes = Readonly<Record<string, DescribedType>>;

/** Contents of the file, without types that cannot run Linux. @throws Error if a type is not as the rows assume */
export function listInstanceTypes(record: RecordedTypes, recorded: string) {
  const names = Object.keys(record).toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }));
  const rows = names.flatMap((name) => {
    const { SupportedArchitectures: all = [] } = record[name]?.ProcessorInfo ?? {};
    if (all.some((one) => one.endsWith('_mac'))) return [];
    if (!all.includes(getArchitecture(name)))
      throw new Error(`${name}: not of the architecture of its name: ${all.join(', ')}`);
    return [[name, formatRow(name, record[name] ?? {})] as const];
  });
  const source = `DescribeInstanceTypes as recorded by ${recorded}. Certainty: high, because AWS answered it.`;
  return { about: ABOUT, source, types: Object.fromEntries(rows) };
}

function formatRow(name: string, { VCpuInfo, MemoryInfo, NetworkInfo, EbsInfo = {}, ...type }: DescribedType) {
  const { EbsOptimizedSupport, EbsOptimizedInfo, EbsCards = [], MaximumEbsAttachments } = EbsInfo;
  const ebs = EbsOptimizedSupport === 'default' ? EbsOptimizedInfo : undefined;
  const onCards = EbsCards.length * (EbsCards[0]?.MaximumBandwidthInMbps ?? 0);
  if (EbsCards.length > 0 && onCards !== ebs?.MaximumBandwidthInMbps) throw new Error(`${name}: its EBS cards differ`);
  const card = NetworkInfo?.NetworkCards[NetworkInfo.DefaultNetworkCardIndex];
  const hardware = [
    VCpuInfo?.DefaultVCpus,
    Number(((MemoryInfo?.SizeInMiB ?? Number.NaN) / 1024).toFixed(4)),
    formatRange(card?.BaselineBandwidthInGbps, card?.PeakBandwidthInGbps),
  ];
  if (hardware.some((one) => one === undefined || one === '-')) throw new Error(`${name}: its hardware is incomplete`);
  return [
    ...hardware,
    formatRange(ebs?.BaselineBandwidthInMbps, ebs?.MaximumBandwidthInMbps),
    formatRange(ebs?.BaselineIops, ebs?.MaximumIops),
    MaximumEbsAttachments,
    formatDisks(type.InstanceStorageInfo),
    NetworkInfo?.EfaSupported === true ? 'efa' : '-',
    Math.max(1, EbsCards.length),
  ].join(' ');
}

function formatRange(baseline: number | undefined, maximum: number | undefined): string {
  if (baseline === undefined || maximum === undefined) return '-';
  return baseline === maximum ? String(baseline) : `${baseline}/${maximum}`;
}

/** Disks that are not NVMe are none: hosts find local disks by their NVMe model. */
function formatDisks({ NvmeSupport, Disks = [] }: DescribedType['InstanceStorageInfo'] = {}): string {
  const [disk] = Disks;
  if (NvmeSupport !== 'required' || disk === undefined) return '-';
  return disk.Type === 'ssd' ? `${disk.Count}x${disk.SizeInGB}` : '?';
}
