import { lintFile, validatorFindings } from '../../../checks/machines/lint-file';

const machine = (state: object, more: object = {}): string =>
  JSON.stringify({ QueryLanguage: 'JSONata', TimeoutSeconds: 60, StartAt: 'A', States: { A: state }, ...more });

describe('lintFile', () => {
  it('says what both have to say', () => {
    const found = lintFile('small', machine({ Type: 'Pass', End: 'true' }));
    expect(new Set(found.map((finding) => finding.rule))).toEqual(new Set(['endless-loop', 'asl-validator']));
  });

  it('does not validate what is no JSON', () => {
    expect(lintFile('small', '{').map((finding) => finding.rule)).toEqual(['json']);
  });

  it('has nothing to say about what is right', () => {
    expect(lintFile('small', machine({ Type: 'Succeed' }))).toEqual([]);
  });
});

describe('validatorFindings', () => {
  it.each([
    { Type: 'Pass', End: true, Output: 1 },
    { Type: 'Pass', End: true, Output: null },
    { Type: 'Pass', End: true, Output: ['{% 1 %}', [1]] },
    { Type: 'Pass', End: true, Output: 'text' },
    { Type: 'Pass', End: true, Assign: { a: '', b: { c: [''] } } },
    { Type: 'Pass', End: true, Assign: { a: '{% 1\n + 2 %}' } },
    { Type: 'Task', Resource: '${Arn}', Arguments: { StartAt: ['{% 1 %}'], Next: 'Z', States: [] }, End: true },
  ])('allows what the language allows: %j', (state) => {
    expect(validatorFindings(machine(state))).toEqual([]);
  });

  it.each([
    [{ Type: 'Pass', End: true, ResultPath: '$.a' }, 'SCHEMA_VALIDATION_FAILED'],
    [{ Type: 'Pass', End: true, Output: '{% 1 + %}' }, 'SCHEMA_VALIDATION_FAILED'],
    [{ Type: 'Wait', Seconds: 1, Timestamp: '{% $now() %}', End: true }, 'WAIT_DURATION'],
    [{ Type: 'Task', Resource: 'nowhere', End: true }, 'SCHEMA_VALIDATION_FAILED'],
    [{ Type: 'Map', End: true }, 'MAP_ITEM_PROCESSOR'],
  ])('finds %j', (state, code) => {
    expect(validatorFindings(machine(state))[0]?.message).toContain(code);
  });

  it('does not fail on what it cannot read', () => {
    expect(validatorFindings('null')).toEqual([expect.objectContaining({ rule: 'asl-validator' })]);
  });
});
