/** Amazon FSx for NetApp ONTAP: storage, throughput, IOPS. https://aws.amazon.com/fsx/netapp-ontap/pricing/ */
import type { PriceTable } from '../../shapes/price';

const VIEWER = 'github.com/aws-samples/sample-fsx-viewer pricing_data.json of 2026-02-17';
const VIEWER_AND_SECOND = `${VIEWER}; a second source agrees`;

/** Prices of service `fsx-ontap`: SSD and what is provisioned with it, since nothing is tiered or backed up. */
export const FSX_ONTAP: readonly PriceTable[] = [
  {
    service: 'fsx-ontap',
    region: 'us-east-1',
    unit: 'GiB-month',
    source: VIEWER_AND_SECOND,
    confidence: 'high',
    usd: {
      'storage.ssd.MULTI_AZ_1': 0.25,
      'storage.ssd.SINGLE_AZ_1': 0.125,
    },
  },
  {
    service: 'fsx-ontap',
    region: 'us-east-1',
    unit: 'GiB-month',
    source: VIEWER,
    confidence: 'medium',
    usd: {
      'storage.ssd.MULTI_AZ_2': 0.25,
      'storage.ssd.SINGLE_AZ_2': 0.125,
    },
  },
  {
    service: 'fsx-ontap',
    region: 'us-east-1',
    unit: 'MBps-month',
    source: VIEWER_AND_SECOND,
    confidence: 'high',
    usd: {
      'throughput.MULTI_AZ_1': 1.2,
      'throughput.SINGLE_AZ_1': 0.72,
    },
  },
  {
    service: 'fsx-ontap',
    region: 'us-east-1',
    unit: 'MBps-month',
    source: VIEWER,
    confidence: 'medium',
    usd: {
      'throughput.MULTI_AZ_2': 2.5,
      'throughput.SINGLE_AZ_2': 1.6,
    },
  },
  {
    service: 'fsx-ontap',
    region: 'us-east-1',
    unit: 'IOPS-month',
    source: VIEWER_AND_SECOND,
    confidence: 'high',
    usd: {
      'ssd_iops_above_3_per_gib.MULTI_AZ_1': 0.034,
      'ssd_iops_above_3_per_gib.SINGLE_AZ_1': 0.017,
    },
  },
  {
    service: 'fsx-ontap',
    region: 'us-east-1',
    unit: 'IOPS-month',
    source: VIEWER,
    confidence: 'medium',
    usd: {
      'ssd_iops_above_3_per_gib.MULTI_AZ_2': 0.034,
      'ssd_iops_above_3_per_gib.SINGLE_AZ_2': 0.017,
    },
  },
  {
    service: 'fsx-ontap',
    region: 'us-west-2',
    unit: 'GiB-month',
    source: VIEWER,
    confidence: 'medium',
    usd: {
      'storage.ssd.MULTI_AZ_1': 0.25,
      'storage.ssd.MULTI_AZ_2': 0.25,
      'storage.ssd.SINGLE_AZ_1': 0.125,
      'storage.ssd.SINGLE_AZ_2': 0.125,
    },
  },
  {
    service: 'fsx-ontap',
    region: 'us-west-2',
    unit: 'MBps-month',
    source: VIEWER,
    confidence: 'medium',
    usd: {
      'throughput.MULTI_AZ_1': 1.2,
      'throughput.MULTI_AZ_2': 2.5,
      'throughput.SINGLE_AZ_1': 0.72,
      'throughput.SINGLE_AZ_2': 1.6,
    },
  },
  {
    service: 'fsx-ontap',
    region: 'us-west-2',
    unit: 'IOPS-month',
    source: VIEWER,
    confidence: 'medium',
    usd: {
      'ssd_iops_above_3_per_gib.MULTI_AZ_1': 0.034,
      'ssd_iops_above_3_per_gib.MULTI_AZ_2': 0.034,
      'ssd_iops_above_3_per_gib.SINGLE_AZ_1': 0.017,
      'ssd_iops_above_3_per_gib.SINGLE_AZ_2': 0.017,
    },
  },
  {
    service: 'fsx-ontap',
    region: 'ap-northeast-1',
    unit: 'GiB-month',
    source: VIEWER_AND_SECOND,
    confidence: 'high',
    usd: {
      'storage.ssd.MULTI_AZ_1': 0.3,
      'storage.ssd.SINGLE_AZ_1': 0.15,
    },
  },
  {
    service: 'fsx-ontap',
    region: 'ap-northeast-1',
    unit: 'GiB-month',
    source: VIEWER,
    confidence: 'medium',
    usd: {
      'storage.ssd.MULTI_AZ_2': 0.3,
      'storage.ssd.SINGLE_AZ_2': 0.15,
    },
  },
  {
    service: 'fsx-ontap',
    region: 'ap-northeast-1',
    unit: 'MBps-month',
    source: VIEWER_AND_SECOND,
    confidence: 'high',
    usd: {
      'throughput.MULTI_AZ_1': 1.511,
      'throughput.SINGLE_AZ_1': 0.906,
    },
  },
  {
    service: 'fsx-ontap',
    region: 'ap-northeast-1',
    unit: 'MBps-month',
    source: VIEWER,
    confidence: 'medium',
    usd: {
      'throughput.MULTI_AZ_2': 3.148,
      'throughput.SINGLE_AZ_2': 2.013,
    },
  },
  {
    service: 'fsx-ontap',
    region: 'ap-northeast-1',
    unit: 'IOPS-month',
    source: VIEWER_AND_SECOND,
    confidence: 'high',
    usd: {
      'ssd_iops_above_3_per_gib.MULTI_AZ_1': 0.0408,
      'ssd_iops_above_3_per_gib.SINGLE_AZ_1': 0.0204,
    },
  },
  {
    service: 'fsx-ontap',
    region: 'ap-northeast-1',
    unit: 'IOPS-month',
    source: VIEWER,
    confidence: 'medium',
    usd: {
      'ssd_iops_above_3_per_gib.MULTI_AZ_2': 0.0408,
      'ssd_iops_above_3_per_gib.SINGLE_AZ_2': 0.0204,
    },
  },
];
