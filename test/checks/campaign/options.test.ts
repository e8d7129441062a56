import { parseOptions } from '../../../checks/campaign/options';
import cases from './options.cases.json';

describe('parseOptions', () => {
  it('defaults to 3 minutes when no other option limits the run', () => {
    expect(parseOptions([])).toMatchObject({ minutes: 3, single: false, random: null, specs: [] });
    expect(parseOptions(['--random', '4', '--seed', 's'])).toMatchObject({ minutes: null, random: 4, seed: 's' });
    expect(parseOptions(['--spec', 'a.yaml', '--spec', 'b.yaml']).specs).toEqual(['a.yaml', 'b.yaml']);
  });

  it.each(cases.options as [string[], string][])('refuses %j', (argv, message) => {
    expect(() => parseOptions(argv)).toThrow(new RegExp(message));
  });
});
