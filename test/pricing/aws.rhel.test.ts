import { addRhelPrices } from '../../lib/pricing/aws';
import type { PriceTable } from '../../lib/shapes/price';
import cases from './aws.rhel.cases.json';

const LINUX = cases.linux as PriceTable;

describe('prices of hosts with Red Hat Enterprise Linux', () => {
  it('are those of Linux and an amount for each processor, of types whose processors are known and at most 127', () => {
    const [table] = addRhelPrices([LINUX]);
    expect(table?.usd).toEqual({
      // 16 processors at 0.0108, 8 at 0.0144.
      'c5.4xlarge.rhel.ondemand': 0.8528,
      'i3en.2xlarge.rhel.ondemand': 1.0192,
    });
    expect(table?.source).toContain('a list');
    expect(table).toMatchObject({ region: 'us-east-1', unit: 'instance-hour', confidence: 'medium' });
  });

  it('are no surer than those of Linux, and none where there are none', () => {
    expect(addRhelPrices([{ ...LINUX, confidence: 'low' }])[0]?.confidence).toBe('low');
    expect(addRhelPrices([{ ...LINUX, usd: { 'data_transfer.cross_az.each_direction': 0.01 } }])).toEqual([]);
  });
});
