import { BY_RESOURCE, CATCHES, EXCEPTIONS, RETRIERS } from '../../../../checks/machines/house/handler-table';
import { ALL, CATCH, DATA_LIMIT, lintText, type Json, makeMachine, makeTask } from '../machines';
import { readMachineText } from '../../../../lib/machine-files/source';
import { ALL_MACHINES } from '../../../../lib/shapes/machines';

const S3 = {
  ErrorEquals: ['S3.S3Exception', 'S3.SdkClientException'],
  IntervalSeconds: 1,
  MaxAttempts: 6,
  BackoffRate: 2,
  MaxDelaySeconds: 30,
  JitterStrategy: 'FULL',
};
const LAMBDA = { ...S3, ErrorEquals: RETRIERS.lambda.errors };
const HUNG = { ...S3, ErrorEquals: ['States.Timeout'], MaxAttempts: 1 };
const ABSENT = { ErrorEquals: ['S3.NoSuchKeyException'], Next: 'Failed' };

/** Findings of the two rules about a state A. */
const about = (state: Json, name = 'small', more: Json = {}): string[] =>
  lintText(makeMachine({ A: state, ...more }), name).filter((one) => /^\S* (retry|catch)-table: /.test(one));
const get = (more: Json, key = 'plan.json'): string[] =>
  about(makeTask('aws-sdk:s3:getObject', { Key: key }, { Retry: [S3], ...more }));
/** Findings about a lambda in a state of this name, of a machine of this name. */
const invoke = (name: string, state: string, retry: readonly Json[]): string[] =>
  lintText(makeMachine({ [state]: makeTask('lambda:invoke', {}, { Retry: retry }) }), name).filter((one) =>
    one.includes(' retry-table: '),
  );

describe('retry-table rule', () => {
  it('accepts the retrier of the table for the called service only', () => {
    expect(get({})).toEqual([]);
    expect(get({ Retry: [LAMBDA] })).toEqual([expect.stringMatching(/^A retry-table: Retry\[0\] is not "s3": Error/)]);
  });

  it.each([
    [{ MaxAttempts: 4 }, 'MaxAttempts is 4, not 6'],
    [{ IntervalSeconds: 2 }, 'IntervalSeconds is 2, not 1'],
    [{ BackoffRate: undefined }, 'BackoffRate is absent, not 2'],
    [{ MaxDelaySeconds: undefined }, 'MaxDelaySeconds is absent, not 30'],
    [{ JitterStrategy: 'NONE' }, 'JitterStrategy is "NONE", not "FULL"'],
    [{ Comment: 'x' }, 'Comment is "x", not absent'],
    [
      { ErrorEquals: ['S3.S3Exception'] },
      'ErrorEquals is ["S3.S3Exception"], not ["S3.S3Exception","S3.SdkClientException"]',
    ],
  ])('reports a difference from the table: %j', (change, says) => {
    expect(get({ Retry: [{ ...S3, ...change }] })).toEqual([
      `A retry-table: Retry[0] is not "s3": ${says}; allowed here: "s3" (checks/machines/house/handler-table.ts)`,
    ]);
  });

  it('reports missing and additional entries', () => {
    const hint = 'allowed here: "s3" (checks/machines/house/handler-table.ts)';
    expect(get({ Retry: [S3, HUNG] })).toEqual([`A retry-table: Retry has 2 entries, not 1; ${hint}`]);
    expect(get({ Retry: undefined })).toEqual([`A retry-table: Retry has 0 entries, not 1; ${hint}`]);
  });

  it('reports a call for which the table has no retriers', () => {
    expect(about(makeTask('aws-sdk:efs:createMountTarget', {}))).toEqual([
      expect.stringContaining('has no retries for arn:aws:states:::aws-sdk:efs:createMountTarget'),
    ]);
    // The optimised integration has error names of its own.
    expect(about(makeTask('aws-sdk:sns:publish', {}))).toHaveLength(1);
    expect(about(makeTask('states:startExecution.sync', {}))).toHaveLength(1);
  });

  it('requires the listed retriers in states with an exception, and refuses them in other states', () => {
    expect(invoke('guardian', 'CloseFence', [{ ...LAMBDA, MaxAttempts: 20, MaxDelaySeconds: 60 }])).toEqual([]);
    expect(invoke('guardian', 'CloseFence', [LAMBDA])).toEqual([
      expect.stringMatching(/^CloseFence .*is not "lambda-fence": MaxAttempts is 6, not 20; MaxDelaySeconds is 30/),
    ]);
    for (const [name, state] of [
      ['guardian', 'CloseFenceAgain'],
      ['teardown', 'CloseFence'],
    ] as const)
      expect(invoke(name, state, [{ ...LAMBDA, MaxAttempts: 20, MaxDelaySeconds: 60 }])).toHaveLength(1);
    const [busy, crashed] = [
      { ...LAMBDA, ErrorEquals: RETRIERS['lambda-busy'].errors, MaxAttempts: 40, MaxDelaySeconds: 60 },
      { ...LAMBDA, ErrorEquals: RETRIERS['lambda-crashed'].errors },
    ];
    expect(invoke('results', 'ParseTrial', [busy, crashed, HUNG])).toEqual([]);
    expect(invoke('results', 'ParseTrial', [HUNG, crashed, busy])).toEqual([
      expect.stringContaining('Retry[0] is not "lambda-busy"'),
      expect.stringContaining('Retry[2] is not "lambda-hung"'),
    ]);
    expect(invoke('results', 'ParseTrial', [busy, crashed])).toEqual([
      expect.stringContaining('Retry has 2 entries, not 3; allowed here: "lambda-busy", then "lambda-crashed", then'),
    ]);
  });

  it('refuses a Retry of a Map, except for its ItemReader', () => {
    const inner = { StartAt: 'In', States: { In: { Type: 'Succeed' } } };
    const map = { Type: 'Map', ItemProcessor: inner, Catch: CATCH, End: true };
    const reader = { ...S3, ErrorEquals: ['States.ItemReaderFailed'] };
    expect(about(map)).toEqual([]);
    expect(about({ ...map, Retry: [reader] })).toEqual([expect.stringContaining('allowed here: none')]);
    const reading = {
      ...map,
      ItemProcessor: { ...inner, ProcessorConfig: { Mode: 'DISTRIBUTED', ExecutionType: 'STANDARD' } },
      ItemReader: { Resource: 'arn:aws:states:::s3:listObjectsV2', Arguments: { Bucket: 'b' } },
    };
    expect(about({ ...reading, Retry: [reader] })).toEqual([]);
    expect(about(reading)).toEqual([expect.stringContaining('allowed here: "item-reader"')]);
    expect(about({ Type: 'Parallel', Branches: [inner], Retry: [reader], Catch: CATCH, End: true })).toHaveLength(1);
  });
});

describe('catch-table rule', () => {
  it('requires the errors of the table in their order', () => {
    expect(get({ Catch: [ALL] })).toEqual([
      'A catch-table: Catch is not "everything": it names [["States.ALL"]], not ' +
        '[["States.DataLimitExceeded"],["States.ALL"]]; allowed here: "everything" ' +
        '(checks/machines/house/handler-table.ts)',
    ]);
    expect(get({ Catch: [{ ...DATA_LIMIT, ErrorEquals: ['X', 'States.DataLimitExceeded'] }, ALL] })).toHaveLength(1);
    expect(get({ Catch: undefined })).toHaveLength(1);
  });

  it('requires the catcher absent-fence only for a read of the fence key', () => {
    expect(get({ Catch: [ABSENT, ...CATCH] }, '{% $doc.bucketKeys.fence %}')).toEqual([]);
    expect(get({}, '{% $doc.bucketKeys.fence %}')).toEqual([expect.stringContaining('Catch is not "absent-fence"')]);
    expect(get({ Catch: [ABSENT, ...CATCH] })).toEqual([expect.stringContaining('Catch is not "everything"')]);
  });

  it('requires the same target for States.DataLimitExceeded and States.ALL', () => {
    const other = { Elsewhere: { Type: 'Succeed' } };
    const state = (large: Json): Json =>
      makeTask('aws-sdk:s3:getObject', {}, { Retry: [S3], Catch: [{ ...DATA_LIMIT, ...large }, ALL] });
    expect(about(state({ Next: 'Elsewhere' }), 'small', other)).toEqual([
      'A catch-table: Catch[0] and Catch[1] have to lead to the same: Next is "Elsewhere", not "Failed" in Catch[1]',
    ]);
    expect(about(state({ Output: {} }))).toEqual([expect.stringContaining('Output is {}, not absent in Catch[1]')]);
  });
});

describe('handler table', () => {
  interface State {
    readonly Resource?: string;
    readonly Retry?: readonly { readonly ErrorEquals: readonly string[] }[];
    readonly Catch?: readonly { readonly ErrorEquals: readonly string[] }[];
  }
  const states = new Map<string, State>();
  for (const machine of ALL_MACHINES) {
    JSON.parse(readMachineText(process.cwd(), machine), (key, value: unknown) => {
      const type = (value as { Type?: unknown } | null)?.Type;
      if (['Task', 'Map', 'Parallel'].includes(String(type))) states.set(`${machine}/${key}`, value as State);
      return value;
    });
  }

  it('has an existing state and a reason for each exception', () => {
    expect(Object.keys(EXCEPTIONS).filter((place) => !states.has(place))).toEqual([]);
    for (const { why } of Object.values(EXCEPTIONS)) expect(why.length).toBeGreaterThan(20);
  });

  it('has only entries that a state machine uses', () => {
    const all = [...states.values()];
    const used = new Set(all.map((state) => JSON.stringify(state.Catch?.map((entry) => entry.ErrorEquals))));
    expect(Object.values(CATCHES).filter((one) => !used.has(JSON.stringify(one)))).toEqual([]);
    const tried = new Set(all.flatMap((state) => state.Retry?.map((entry) => JSON.stringify(entry.ErrorEquals)) ?? []));
    expect(Object.values(RETRIERS).filter((one) => !tried.has(JSON.stringify(one.errors)))).toEqual([]);
    const called = all.map((state) => state.Resource ?? '');
    const calls = (pattern: string): boolean => called.some((one) => one.startsWith(pattern.replace(/\*$/, '')));
    expect(Object.keys(BY_RESOURCE).filter((pattern) => !calls(pattern))).toEqual([]);
  });
});
