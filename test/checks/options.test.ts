import { readOptions as readCampaignOptions, USAGE } from '../../checks/campaign/options';
import { readOptions as readMutantOptions } from '../../checks/mutants/options';

describe('options of npm run campaign', () => {
  it('limits a run to 3 minutes when no other option does, and prints one line for each option', () => {
    expect(readCampaignOptions([])).toMatchObject({ minutes: 3, single: false, random: null, specs: [] });
    const random = readCampaignOptions(['--random', '1', '--seed', 's']);
    expect(random).toMatchObject({ minutes: null, random: 1, seed: 's' });
    expect(readCampaignOptions(['--spec', 'a.yaml', '--spec', 'b.yaml']).specs).toEqual(['a.yaml', 'b.yaml']);
    expect(USAGE).toMatch(/^ {2}--random N +N random campaigns of one to four faults$/m);
    expect(USAGE).not.toContain('--worker');
  });

  it.each([
    [
      ['--faults', '{rules: [{fault: nonsense}]}'],
      /rules\.0\.fault: "nonsense" is not allowed; allowed: `call`, `state`/,
    ],
    [['--faults', '{rules: [{effect: denied}]}'], /rules\.0\.fault: .*`fault` is missing; allowed: `call`/],
    [['--faults', '{rules: [{fault: stack, at: 1e300}]}'], /rules\.0\.at: found 1e\+300; allowed: at most 864000/],
    [
      ['--faults', '{beside: {count: 2, apart: 1e15}}'],
      /beside\.apart: found 1000000000000000; allowed: at most 864000/,
    ],
    [['--faults', '{hours: 90000}'], /hours: found 90000; allowed: at most 240/],
    [['--faults', '{start: tomorrow}'], /start: .*e\.g\. 2026-03-29T00:30:00Z$/],
    [['--faults', 'not-there.yaml'], /^--faults: not-there\.yaml: there is no such file/],
    [['--faults', '{rules: ['], /neither YAML nor JSON/],
    [['--random', 'many'], /^--random: found 'many'; allowed: a whole number from 1 to 1000000$/],
    [['--random', '1000001'], /^--random: found '1000001'; allowed: a whole number from 1 to 1000000$/],
    [['--minutes', '0'], /^--minutes: found '0'; allowed: more than 0$/],
    [['--seed', ' '], /^--seed: found an empty text/],
    [['--wrong'], /--help lists the options$/],
    [['extra'], /^found 'extra'; --help lists the options$/],
  ])('refuses %j', (argv, message) => {
    expect(() => readCampaignOptions(argv)).toThrow(message);
  });
});

describe('options of npm run mutants', () => {
  it('returns the values that are given, and defaults', () => {
    const { machine, limit, seed, minutes } = readMutantOptions([
      '--machine',
      'rig',
      '--machine',
      'fence',
      '--limit',
      '2',
    ]);
    expect([machine, limit, seed, minutes]).toEqual([['rig', 'fence'], 2, 'fsxbench', 10]);
  });

  it.each([
    [['--limit', '0'], /^--limit: found '0'; allowed: a whole number from 1 to 1000000$/],
    [['--minutes', 'ten'], /^--minutes: found 'ten'; allowed: more than 0$/],
    [['--operator', 'none'], /^there is no operator none; there are /],
    [['--write', '--machine', 'rig'], /^--write describes all mutants; leave --machine, /],
    [['--wrong'], /--help lists the options$/],
  ])('refuses %j', (argv, message) => {
    expect(() => readMutantOptions(argv)).toThrow(message);
  });
});
