/** Mutants of a small machine that has a place for every operator. */
import {
  applyEdit,
  findChangedTransition,
  makeMutants,
  type Mutant,
  sampleMutants,
} from '../../../checks/mutants/plant/generate';
import type { JsonObject } from '../../../checks/mutants/plant/json';
import { OPERATORS } from '../../../checks/mutants/plant/operators';
import { listPlaces } from '../../../checks/mutants/plant/states';
import machines from './machines.cases.json';
import cases from './plant.cases.json';

const MACHINE = machines.machine as JsonObject;

/** The mutants that an operator makes, as `state detail`. */
function makeMutations(operator: string, definition = MACHINE) {
  const { edits, top } = OPERATORS.find(({ name }) => name === operator)!;
  const machine = (top?.(definition) ?? []).map((edit) => ({ edit, state: '', path: [] as readonly string[] }));
  const all = listPlaces(definition).flatMap((place) =>
    edits(place, definition).map((edit) => ({ edit, state: place.name, path: place.path })),
  );
  return [...machine, ...all].map(({ edit, state, path }) => ({
    place: `${state} ${edit.detail}`,
    what: edit.what,
    definition: applyEdit(definition, path, edit),
  }));
}
const list = (operator: string): string[] => makeMutations(operator).map(({ place }) => place);
const find = (operator: string, at: string) => makeMutations(operator).find(({ place }) => place === at);

/** Of a machine of one state that ends. */
const alone = (operator: string, state: object): string[] =>
  makeMutations(operator, { StartAt: 'A', States: { A: { Comment: 'why', ...state } } }).map(({ place }) => place);

it.each(cases.places as [string, string[]][])('applies %s to each of its places once', (operator, places) => {
  expect(list(operator)).toEqual(places);
});

const MAKE = 'States.Each.ItemProcessor.States.Make';
const CONDITION = 'States.Enough.Choices.0.Condition';

it.each<[operator: string, place: string, path: string, value: unknown, what?: string]>([
  ['drop-timeout', ' TimeoutSeconds', 'TimeoutSeconds', undefined],
  ['drop-argument', 'Fence Arguments/Key', 'States.Fence.Arguments', { Bucket: '${ResultsBucket}' }],
  ['drop-catch', 'Fence 0', 'States.Fence.Catch', [expect.objectContaining({ ErrorEquals: ['States.ALL'] })]],
  ['drop-catch', 'Fence all', 'States.Fence.Catch', undefined],
  ['break-name', 'Begin Assign/id/$states.input.id', 'States.Begin.Assign.id', '{% $states.input.idWrong %}'],
  ['negate', 'Enough Choices/0/Condition/0', CONDITION, "{% $tries < 5 and $id != 'a=b and c' %}", '>= turned into <'],
  ['negate', 'Enough Choices/0/Condition/1', CONDITION, expect.anything(), 'and turned into or'],
  ['negate', 'Enough Choices/0/Condition/2', CONDITION, expect.anything(), '!= turned into ='],
  ['redirect', 'Fence Catch/0/Next', 'States.Fence.Catch.0.Next', 'Enough', 'leads to Enough in place of Each'],
  ['redirect', 'Enough Choices/0/Next', 'States.Enough.Choices.0.Next', 'Closed', 'leads to Closed in place of Done'],
  ['skip-fence', 'Fence around', 'States.Begin.Next', 'Each'],
  ['skip-fence', 'Fence Next', 'States.Fence.Next', 'Each'],
  ['skip-fence', 'Fence Catch/1/Next', 'States.Fence.Catch.1.Next', 'Each'],
  ['change-default', 'Enough none', 'States.Enough.Default', undefined],
  ['change-default', 'Enough Done', 'States.Enough.Default', 'Done'],
  ['change-number', 'Sleep Seconds/zero', 'States.Sleep.Seconds', 0],
  ['change-number', 'Sleep Seconds/times-10', 'States.Sleep.Seconds', 300, 'Seconds: 30 turned into 300'],
  ['change-number', 'Begin Assign/tries/one', 'States.Begin.Assign.tries', 1],
  ['change-number', 'Enough Choices/0/Condition/0/times-10', CONDITION, expect.stringContaining('$tries >= 50 and')],
  ['remove-state', 'Fence gone', 'States.Fence', undefined],
  ['remove-state', 'Fence gone', 'States.Begin.Next', 'Closed'],
  ['remove-state', 'Fence gone', 'States.Sleep.Next', 'Closed'],
  ['remove-state', 'Enough gone', 'States.Each.Next', 'Sleep'],
  ['remove-state', 'Begin gone', 'StartAt', 'Fence'],
  ['remove-state', 'Closed bare', 'States.Closed', { Type: 'Succeed' }],
  ['remove-state', 'Make bare', MAKE, { Type: 'Succeed' }],
  ['remove-state', 'Make bare', 'StartAt', 'Begin'],
  [
    'drop-tag',
    'Make TagSpecifications/1/Tags/fsxbench:rig',
    `${MAKE}.Arguments.TagSpecifications.1.Tags`,
    "{% [($states.input.tags)[Key != 'fsxbench:rig']] %}",
  ],
])('applies %s to %s, so that %s becomes %j', (operator, place, path, value, what = '') => {
  const mutation = find(operator, place);
  expect(mutation?.what).toContain(what);
  if (value === undefined) expect(mutation?.definition).not.toHaveProperty(path);
  else expect(mutation?.definition).toHaveProperty(path, value);
});

it('skips changes without an effect', () => {
  const ofMake = list('change-number').filter((place) => place.startsWith('Make'));
  const numbers = ['Arguments/Size/times-10', 'Arguments/Size/zero', 'TimeoutSeconds/zero'];
  const tries = ['Retry/0/MaxAttempts/zero', 'Retry/1/MaxAttempts/zero'];
  expect(ofMake).toEqual([...numbers, ...tries].map((detail) => `Make ${detail}`));
  expect(list('redirect')).not.toContain('Enough Default');
  expect(list('remove-state')).not.toContain('Done bare');
  const names = alone('break-name', { Type: 'Pass', Output: '{% $count($list) & $states.context.Execution.Name %}' });
  expect(names).toEqual(['A Output/$list', 'A Output/$states.context.Execution.Name']);
  expect(alone('negate', { Type: 'Pass', Output: '{% ($a := 1; $a ~> $string) %}', End: true })).toEqual([]);
  expect(alone('remove-state', { Type: 'Pass', End: true })).toEqual([]);
  for (const state of [{ Type: 'Pass', Output: {}, End: true }, { Type: 'Succeed', Output: {} }, { Type: 'Fail' }])
    expect(alone('remove-state', state)).toHaveLength(1);
});

it('makes mutants of every operator, with unique IDs and texts, and the way of each (makeMutants)', () => {
  const mutants = makeMutants('small', JSON.stringify(MACHINE));
  expect(new Set(mutants.map(({ operator }) => operator))).toEqual(new Set(OPERATORS.map(({ name }) => name)));
  const texts = mutants.map(({ definition }) => definition);
  expect(new Set([...texts, JSON.stringify(MACHINE, null, 2)]).size).toBe(texts.length + 1);
  const ways = new Map(mutants.map(({ id, way }) => [id, way]));
  expect(ways.size).toBe(mutants.length);
  expect(ways.get('small:Fence:drop-catch:0')).toBe('Each');
  expect(ways.get('small:Fence:redirect:Next')).toBe('Closed');
  expect(ways.get('small:Fence:remove-state:gone')).toBeNull();
  expect(ways.get('small:Make:drop-token:Arguments/ClientToken')).toBeNull();
});

describe('findChangedTransition', () => {
  const first = { ErrorEquals: ['X'], Next: 'A', Output: { why: 1 } };
  const second = { ErrorEquals: ['States.ALL'], Next: 'B' };
  const task: JsonObject = { Type: 'Task', Arguments: { a: 1 }, Output: 1, Catch: [first, second], Next: 'C' };
  const rules = [
    { Condition: '{% $a %}', Next: 'A', Assign: { x: 1 } },
    { Condition: '{% $b %}', Next: 'B' },
  ];
  const choice: JsonObject = { Type: 'Choice', Choices: rules, Assign: { y: 1 }, Default: 'C' };

  it.each<[string | null, JsonObject, JsonObject]>([
    ['C', task, { Next: 'D' }],
    ['C', task, { Output: 2 }],
    ['A', task, { Catch: [second] }],
    ['B', task, { Catch: [first] }],
    ['A', task, { Catch: [{ ...first, Output: 0 }, second] }],
    ['B', task, { Catch: [first, { ...second, Next: 'A' }] }],
    ['A', choice, { Choices: [{ ...rules[0], Assign: {} }, rules[1]!] }],
    ['B', choice, { Choices: [rules[0]!] }],
    ['C', choice, { Assign: {} }],
    ['C', choice, { Default: 'A' }],
    [null, task, { Arguments: {} }],
    [null, task, { Catch: [] }],
    [null, task, { Catch: [{ ...first, ErrorEquals: ['Y'] }, second] }],
    [null, choice, { Choices: [{ ...rules[0], Condition: true }, rules[1]!] }],
    [null, task, { Next: 'D', Output: 2 }],
    [null, task, {}],
  ])('returns %s for a change of %j to %j', (way, before, change) => {
    expect(findChangedTransition(before, { ...before, ...change })).toBe(way);
  });

  it('returns null for a changed Output of an end state', () => {
    const end: JsonObject = { Type: 'Pass', Output: 1, End: true };
    expect(findChangedTransition(end, { ...end, Output: 2 })).toBeNull();
  });
});

describe('sampleMutants', () => {
  const mutant = (operator: string, number: number): Mutant => {
    const id = `rig:S:${operator}:${String(number).padStart(3, '0')}`;
    return { id, machine: 'rig', operator, state: 'S', way: null, what: '', definition: '{}' };
  };
  const many = (count: number): Mutant[] => Array.from({ length: count }, (_, number) => mutant('negate', number));
  const draw = (from: Mutant[], seed = 'a'): string[] => sampleMutants(from, 10, seed).mutants.map(({ id }) => id);

  it('keeps small groups whole, and reports how many mutants of a large group it kept', () => {
    const { mutants, left } = sampleMutants([...many(10), mutant('drop-tag', 0)], 4, 'seed');
    expect(mutants).toHaveLength(5);
    expect(left).toEqual([{ machine: 'rig', operator: 'negate', kept: 4, of: 10 }]);
  });

  it('depends only on the seed, keeps the order, and draws almost the same when a mutant is added', () => {
    const once = draw(many(50));
    expect(once).toEqual([...once].sort());
    expect(draw(many(50).reverse()).reverse()).toEqual(once);
    expect(draw(many(50), 'b')).not.toEqual(once);
    expect(draw(many(51)).filter((id) => once.includes(id)).length).toBeGreaterThanOrEqual(9);
  });
});
