import { listDetails, MACHINE, findMutation, makeMutations } from '../machines';
import cases from './operators.cases.json';

const AT = 'TagSpecifications';

/** Of a machine of one state that ends. */
const alone = (operator: string, state: object): string[] =>
  makeMutations(operator, { StartAt: 'A', States: { A: { Comment: 'why', ...state } } }).map(({ detail }) => detail);

it.each(cases.places as [operator: string, details: string[]][])(
  'applies %s to each of its places once',
  (operator, expected) => {
    expect(listDetails(operator)).toEqual(expected);
  },
);

it.each<[operator: string, state: string, detail: string, path: string, value: unknown]>([
  ['drop-timeout', '', 'TimeoutSeconds', 'TimeoutSeconds', undefined],
  ['drop-argument', 'Fence', 'Arguments/Key', 'States.Fence.Arguments', { Bucket: '${ResultsBucket}' }],
  ['drop-catch', 'Fence', '0', 'States.Fence.Catch', [expect.objectContaining({ ErrorEquals: ['States.ALL'] })]],
  ['drop-catch', 'Fence', 'all', 'States.Fence.Catch', undefined],
  ['break-name', 'Begin', 'Assign/id/$states.input.id', 'States.Begin.Assign.id', '{% $states.input.idWrong %}'],
  [
    'negate',
    'Enough',
    'Choices/0/Condition/0',
    'States.Enough.Choices.0.Condition',
    "{% $tries < 5 and $id != 'a=b and c' %}",
  ],
  ['skip-fence', 'Fence', 'around', 'States.Begin.Next', 'Each'],
  ['skip-fence', 'Fence', 'Next', 'States.Fence.Next', 'Each'],
  ['skip-fence', 'Fence', 'Catch/1/Next', 'States.Fence.Catch.1.Next', 'Each'],
  ['change-default', 'Enough', 'none', 'States.Enough.Default', undefined],
  ['change-default', 'Enough', 'Done', 'States.Enough.Default', 'Done'],
  ['change-number', 'Sleep', 'Seconds/zero', 'States.Sleep.Seconds', 0],
  [
    'change-number',
    'Enough',
    'Choices/0/Condition/0/times-10',
    'States.Enough.Choices.0.Condition',
    expect.stringContaining('$tries >= 50 and'),
  ],
  ['remove-state', 'Fence', 'gone', 'States.Fence', undefined],
  ['remove-state', 'Fence', 'gone', 'States.Begin.Next', 'Closed'],
  ['remove-state', 'Fence', 'gone', 'States.Sleep.Next', 'Closed'],
  ['remove-state', 'Enough', 'gone', 'States.Each.Next', 'Sleep'],
  ['remove-state', 'Begin', 'gone', 'StartAt', 'Fence'],
  ['remove-state', 'Closed', 'bare', 'States.Closed', { Type: 'Succeed' }],
  ['remove-state', 'Make', 'bare', 'States.Each.ItemProcessor.States.Make', { Type: 'Succeed' }],
  [
    'drop-tag',
    'Make',
    `${AT}/1/Tags/fsxbench:rig`,
    `States.Each.ItemProcessor.States.Make.Arguments.${AT}.1.Tags`,
    "{% [($states.input.tags)[Key != 'fsxbench:rig']] %}",
  ],
])('applies %s to %s %s, so that %s becomes %j', (operator, state, detail, path, value) => {
  const { definition } = findMutation(operator, state, detail);
  if (value === undefined) expect(definition).not.toHaveProperty(path);
  else expect(definition).toHaveProperty(path, value);
});

it.each(cases.planted as [operator: string, state: string, detail: string, what: string][])(
  'describes %s of %s %s as: %s',
  (operator, state, detail, what) => {
    expect(findMutation(operator, state, detail).what).toBe(what);
  },
);

it('skips changes without an effect', () => {
  const ofMake = listDetails('change-number').filter((detail) => detail.startsWith('Make'));
  expect(ofMake).toEqual(
    ['Arguments/Size/times-10', 'Arguments/Size', 'TimeoutSeconds', 'Retry/0/MaxAttempts', 'Retry/1/MaxAttempts'].map(
      (detail) => `Make ${detail}${detail.endsWith('10') ? '' : '/zero'}`,
    ),
  );
  expect(listDetails('change-number')).toContain('Sleep Assign/tries/0/zero');
  expect(listDetails('redirect')).not.toContain('Enough Default');
  expect(listDetails('remove-state')).not.toContain('Done bare');
  expect(alone('break-name', { Type: 'Pass', Output: '{% $count($list) & $states.context.Execution.Name %}' })).toEqual(
    ['Output/$list', 'Output/$states.context.Execution.Name'],
  );
  expect(alone('negate', { Type: 'Pass', Output: '{% ($a := 1; $a ~> $string) %}', End: true })).toEqual([]);
  expect(alone('remove-state', { Type: 'Pass', End: true })).toEqual([]);
  for (const state of [{ Type: 'Pass', Output: {}, End: true }, { Type: 'Succeed', Output: {} }, { Type: 'Fail' }])
    expect(alone('remove-state', state)).toHaveLength(1);
});

it('keeps the outer StartAt when it changes a state inside a Map', () => {
  const { definition } = findMutation('remove-state', 'Make', 'bare');
  expect(definition).toHaveProperty('StartAt', MACHINE['StartAt']);
});
