import { findComplaint, makeGround, judge, type Scenario, getText } from '../../../../checks/mutants/judge/judge';

const machine = (state: object, more: object = {}): string =>
  JSON.stringify({ QueryLanguage: 'JSONata', TimeoutSeconds: 60, StartAt: 'A', States: { A: state }, ...more });
const SMALL = machine({ Type: 'Pass', Output: 1, End: true });
const ground = makeGround(
  new Map([
    ['small', SMALL],
    ['other', SMALL],
  ]),
);

const scenario = (name: string, check: Scenario['check'], machines = ['small']): Scenario => ({
  name,
  machines,
  check,
});
const content = scenario('content', () => Promise.resolve([]));

async function notice(definition: string, scenarios: readonly Scenario[]): Promise<string> {
  const began: string[] = [];
  const found = await judge({ machine: 'small', definition }, scenarios, ground, (name) => began.push(name));
  return `${began.join(',')}|${found === null ? 'survived' : [found.by, found.scenario, found.what].join(' ')}`;
}

describe('judge', () => {
  it('runs the lint first and returns a new finding as notice', async () => {
    expect(await notice(machine({ Type: 'Pass', Output: '{% $x %}', End: true }), [content])).toMatch(
      /^\|lint {2}A unknown-variable/,
    );
  });

  it('ignores findings that the lint has without the mutant too', async () => {
    const broken = machine({ Type: 'Pass', Output: '{% $x %}', End: true });
    const known = makeGround(new Map([['small', broken]]));
    expect(await judge({ machine: 'small', definition: broken }, [], known, () => undefined)).toBeNull();
  });

  it('passes the mutant to the scenarios, and other machines unchanged', async () => {
    const loads: string[] = [];
    const seen = scenario('seen', (load) => {
      loads.push(load('small'), load('other'));
      return Promise.resolve(['the output is wrong', 'and more']);
    });
    const mutant = machine({ Type: 'Pass', Output: 2, End: true });
    expect(await notice(mutant, [content, seen])).toBe('content,seen|scenario seen the output is wrong');
    expect(loads).toEqual([mutant, SMALL]);
  });

  it('returns the rejection of a scenario as a complaint', async () => {
    expect(
      await findComplaint(
        scenario('a', () => Promise.reject(new Error('no such state'))),
        String,
      ),
    ).toBe('no such state');
  });

  it('returns null for a mutant that no scenario notices', async () => {
    expect(await notice(machine({ Type: 'Pass', Output: 2, End: true }), [content])).toBe('content|survived');
  });
});

describe('getText', () => {
  it('throws with the known machines when the name is unknown', () => {
    expect(() => getText(ground, 'rgi')).toThrow('there is no machine rgi; there are small, other');
  });
});
