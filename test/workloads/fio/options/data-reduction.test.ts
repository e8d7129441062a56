import { findReduction } from '../../../../lib/workloads/fio/options/data-reduction';
import cases from './data-reduction.cases.json';

const describeReduction = (options: Readonly<Record<string, string>>) => findReduction((name) => options[name]);

describe('findReduction', () => {
  it.each(cases.thinned as [Record<string, string>, string][])(
    'describes the data reduction of %j: %s',
    (options, clause) => expect(describeReduction(options)).toBe(clause),
  );

  it.each(cases.notThinned)('returns null for %j', (options) => expect(describeReduction(options)).toBeNull());
});
