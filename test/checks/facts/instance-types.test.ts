import { listInstanceTypes, type RecordedTypes } from '../../../checks/facts/instance-types';
import cases from './instance-types.cases.json';

describe('listInstanceTypes', () => {
  const describeType = (changes: object = {}): object => ({ ...cases.type, ...changes });
  const listRows = (types: object) => listInstanceTypes(types as RecordedTypes, 'moto').types;

  it('writes a row of numbers for each type in the order of sizes, and none for types without Linux', () => {
    const mac = { ProcessorInfo: { SupportedArchitectures: ['arm64_mac'] } };
    const types = { 'm5.12xlarge': describeType(), 'm5.4xlarge': describeType(), 'mac2.metal': describeType(mac) };
    expect(Object.entries(listRows(types))).toEqual([
      ['m5.4xlarge', '4 15.25 1.25/10 1150/4750 6000/18750 27 2x950 - 1'],
      ['m5.12xlarge', '4 15.25 1.25/10 1150/4750 6000/18750 27 2x950 - 1'],
    ]);
  });

  it.each(cases.rows as [string, object, string][])('writes the row of a %s, a variant of m5', (type, changes, row) => {
    expect(listRows({ [type]: describeType(changes) })).toEqual({ [type]: row });
  });

  it('refuses types of another architecture than their name, EBS cards that differ, and incomplete hardware', () => {
    expect(() => listRows({ 'm6g.large': describeType() })).toThrow(
      'm6g.large: not of the architecture of its name: x86_64',
    );
    const cards = { ...cases.type.EbsInfo, EbsCards: [cases.type.EbsInfo.EbsOptimizedInfo, cases.slowCard] };
    expect(() => listRows({ 'm5.large': describeType({ EbsInfo: cards }) })).toThrow('m5.large: its EBS cards differ');
    const incomplete = describeType({ VCpuInfo: {} });
    expect(() => listRows({ 'm5.large': incomplete })).toThrow('m5.large: its hardware is incomplete');
  });
});
