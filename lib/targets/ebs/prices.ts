/** Amazon EBS: storage, operations, throughput. https://aws.amazon.com/ebs/pricing/ */
import type { PriceTable } from '../../shapes/price';

/** Prices of service `ebs`. */
export const EBS: readonly PriceTable[] = [
  {
    service: 'ebs',
    region: 'us-east-1',
    unit: 'GiB-month',
    source: 'aws.amazon.com/ebs/pricing, from general knowledge, 2026-11-23',
    confidence: 'low',
    usd: {
      'gp2.storage': 0.1,
      'io1.storage': 0.125,
      'st1.storage': 0.045,
      'sc1.storage': 0.015,
    },
  },
  {
    service: 'ebs',
    region: 'us-east-1',
    unit: 'IOPS-month',
    source: 'aws.amazon.com/ebs/pricing, from general knowledge, 2026-11-23',
    confidence: 'low',
    usd: {
      'io1.iops': 0.065,
    },
  },
  {
    service: 'ebs',
    region: 'us-east-1',
    unit: 'GiB-month',
    source: 'AWS Price List as third-party tests have it, and general knowledge, 2026-11-21',
    confidence: 'high',
    usd: {
      'gp3.storage': 0.08,
      'io2.storage': 0.125,
    },
  },
  {
    service: 'ebs',
    region: 'us-east-1',
    unit: 'IOPS-month',
    source: 'AWS Price List as third-party tests have it, and general knowledge, 2026-11-21',
    confidence: 'high',
    usd: {
      'gp3.iops_above_3000': 0.005,
      'io2.iops.0-32000': 0.065,
      'io2.iops.32001-64000': 0.0455,
      'io2.iops.64001+': 0.03185,
    },
  },
  {
    service: 'ebs',
    region: 'us-east-1',
    unit: 'MiBps-month',
    source: 'AWS Price List as third-party tests have it, and general knowledge, 2026-11-21',
    confidence: 'high',
    usd: {
      'gp3.throughput_above_125': 0.04,
    },
  },
  {
    service: 'ebs',
    region: 'us-west-2',
    unit: 'GiB-month',
    source: 'assumed equal to us-east-1, 2026-11-21',
    confidence: 'medium',
    usd: {
      'gp3.storage': 0.08,
      'io2.storage': 0.125,
    },
  },
  {
    service: 'ebs',
    region: 'us-west-2',
    unit: 'IOPS-month',
    source: 'assumed equal to us-east-1, 2026-11-21',
    confidence: 'medium',
    usd: {
      'gp3.iops_above_3000': 0.005,
      'io2.iops.0-32000': 0.065,
      'io2.iops.32001-64000': 0.0455,
      'io2.iops.64001+': 0.03185,
    },
  },
  {
    service: 'ebs',
    region: 'us-west-2',
    unit: 'MiBps-month',
    source: 'assumed equal to us-east-1, 2026-11-21',
    confidence: 'medium',
    usd: {
      'gp3.throughput_above_125': 0.04,
    },
  },
  {
    service: 'ebs',
    region: 'ap-northeast-1',
    unit: 'GiB-month',
    source: 'AWS Price List of 2026-09-13, third-party code',
    confidence: 'high',
    usd: {
      'gp3.storage': 0.096,
      'io2.storage': 0.142,
    },
  },
  {
    service: 'ebs',
    region: 'ap-northeast-1',
    unit: 'IOPS-month',
    source: 'AWS Price List of 2026-09-13, third-party code',
    confidence: 'high',
    usd: {
      'gp3.iops_above_3000': 0.006,
      'io2.iops.0-32000': 0.074,
      'io2.iops.32001-64000': 0.0518,
      'io2.iops.64001+': 0.03626,
    },
  },
  {
    service: 'ebs',
    region: 'ap-northeast-1',
    unit: 'MiBps-month',
    source: 'AWS Price List of 2026-09-13, third-party code',
    confidence: 'high',
    usd: {
      'gp3.throughput_above_125': 0.048,
    },
  },
];
