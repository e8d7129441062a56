import { addRhelPrices } from '../../lib/pricing/rhel';
import type { PriceTable } from '../../lib/shapes/price';
import cases from './rhel.cases.json';

const LINUX = cases.linux as PriceTable;

describe('addRhelPrices', () => {
  it('adds an amount per vCPU to the Linux price of types with a known vCPU count of at most 127', () => {
    const [table] = addRhelPrices([LINUX]);
    expect(table?.usd).toEqual({
      // 16 processors at 0.0108, 8 at 0.0144.
      'c5.4xlarge.rhel.ondemand': 0.8528,
      'i3en.2xlarge.rhel.ondemand': 1.0192,
    });
    expect(table?.source).toContain('a list');
    expect(table).toMatchObject({ region: 'us-east-1', unit: 'instance-hour', confidence: 'medium' });
  });

  it('keeps the low confidence of a Linux price, and returns no table for prices of data transfer', () => {
    expect(addRhelPrices([{ ...LINUX, confidence: 'low' }])[0]?.confidence).toBe('low');
    expect(addRhelPrices([{ ...LINUX, usd: { 'data_transfer.cross_az.each_direction': 0.01 } }])).toEqual([]);
  });
});
