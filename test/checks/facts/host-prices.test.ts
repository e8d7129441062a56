import { listHostPrices } from '../../../checks/facts/host-prices';
import cases from './host-prices.cases.json';

describe('listHostPrices', () => {
  const types = JSON.stringify(cases.listed);

  it('takes the newer source for its Region, and omits types that have changed there for the others', () => {
    const { columns, usd } = listHostPrices(cases.go, types, ['us-east-1', 'eu-west-1']);
    expect(usd).toEqual({ 'm5.large': '0.096 0.107', 'm5.metal': '4.608 -', 'm9g.large': '0.09 -' });
    expect(columns.map(({ region, confidence }) => [region, confidence])).toEqual([
      ['us-east-1', 'high'],
      ['eu-west-1', 'medium'],
    ]);
    expect(columns[0]?.source).toMatch(/2026-07-20$/);
  });

  it('refuses a source without a date, and Regions without prices', () => {
    expect(() => listHostPrices(cases.go, types, ['xx-nowhere-1'])).toThrow('no prices of xx-nowhere-1');
    const undated = cases.go.replace('generated', '');
    expect(() => listHostPrices(undated, types, ['us-east-1'])).toThrow('has no date');
  });
});
