import { parseOptions } from '../../../checks/mutants/options';

describe('parseOptions', () => {
  it('defaults to all machines, 1000 mutants and ten minutes', () => {
    expect(parseOptions([])).toMatchObject({
      machines: [],
      limit: 1000,
      minutes: 10,
      write: false,
    });
  });

  it('parses repeated options and numbers', () => {
    const options = parseOptions(['--machine', 'rig', '--machine', 'janitor', '--operator', 'negate', '--limit', '20']);
    expect(options).toMatchObject({ machines: ['rig', 'janitor'], operators: ['negate'], limit: 20 });
  });

  it.each([
    [['--limit', '0'], '--limit is a number above 0, not 0'],
    [['--minutes', 'ten'], '--minutes is a number above 0'],
    [['--operator', 'drop'], 'there is no operator drop; there are remove-state'],
    [['--write', '--machine', 'rig'], '--write describes all mutants'],
    [['--unknown'], '--unknown'],
  ])('refuses %j', (argv, message) => {
    expect(() => parseOptions(argv)).toThrow(message);
  });
});
