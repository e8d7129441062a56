import { parseOptions } from '../../../checks/campaign/options';

describe('parseOptions', () => {
  it('bounds by time what nothing else bounds', () => {
    expect(parseOptions([])).toMatchObject({ minutes: 3, single: false, random: null, specs: [] });
    expect(parseOptions(['--random', '4', '--seed', 's'])).toMatchObject({ minutes: null, random: 4, seed: 's' });
    expect(parseOptions(['--spec', 'a.yaml', '--spec', 'b.yaml']).specs).toEqual(['a.yaml', 'b.yaml']);
  });

  it.each([
    [
      ['--faults', '{rules: [{fault: nonsense}]}'],
      /rules\.0\.fault: "nonsense" is not allowed; allowed: `call`, `state`, .*`without`/,
    ],
    [['--faults', '{rules: [{effect: denied}]}'], /rules\.0\.fault: .*`fault` is missing; allowed: `call`/],
    [['--faults', '{rules: [{fault: stack, at: 1e300}]}'], /rules\.0\.at: found 1e\+300; the most allowed is 864000/],
    [['--faults', '{beside: {count: 2, apart: 1e15}}'], /beside\.apart: found 1000000000000000; the most allowed/],
    [['--faults', '{hours: 90000}'], /hours: found 90000; the most allowed is 240/],
    [['--faults', '{start: tomorrow}'], /start: .*e\.g\. 2026-03-29T00:30:00Z$/],
    [['--faults', 'not-there.yaml'], /^--faults: not-there\.yaml: there is no such file/],
    [['--faults', '{rules: ['], /neither YAML nor JSON/],
    [['--random', 'many'], /--random: found 'many'; allowed/],
    [['--minutes', '0'], /--minutes: found '0'/],
    [['--minutes', 'soon'], /--minutes: found 'soon'; allowed: more than 0/],
    [['--jobs', '0'], /--jobs: found '0'/],
    [['--seed', ' '], /--seed: found an empty text/],
    [['--wrong'], /--help lists the options/],
  ])('refuses %j', (argv, message) => {
    expect(() => parseOptions(argv)).toThrow(message);
  });
});
