import { findReduction } from '../../../../lib/workloads/fio/options/data-reduction';
import cases from './data-reduction.cases.json';

const thin = (options: Readonly<Record<string, string>>) => findReduction((name) => options[name]);

describe('what of written data compresses or repeats', () => {
  it.each(cases.thinned as [Record<string, string>, string][])('of %j', (options, clause) =>
    expect(thin(options)).toBe(clause),
  );

  it.each(cases.notThinned)('is nothing with %j', (options) => expect(thin(options)).toBeNull());
});
