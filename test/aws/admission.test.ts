import { readFileSync } from 'node:fs';
import { admit, type AdmitResult } from '../../lib/aws/admission';
import type { StartInput } from '../../lib/aws/admission/start-input';
import { CONTRACT_VERSION } from '../../lib/shapes/contract-version';
import type { RigDocument } from '../../lib/shapes/documents';
import type { Plan } from '../../lib/shapes/plan';
import { ID, STACK, T0, type TestAccount } from './account';
import cases from './admission.cases.json';
import { makePlanningAccount, STARTED } from './admissions';
import { expectRefusal } from './answers';

const SPEC = cases.spec;
/** The same spec as a person writes it. */
const TEXT = `# a comment that stays
experiment: disks
question: Is it quick?
factors: { op: [randread, randwrite] }
targets: { here: { kind: directory, path: data } }
fleet: { client: { count: 1 } }
workloads: { fio: { kind: fio, rw: $op, bs: 4k, iodepth: 4, size: 4 MiB, ramp_time: 0s, runtime: 1s } }
design: { replicates: 3 }
decide: { metric: iops, prefer: highest, where: { op: randread } }
`;

let account: TestAccount;
beforeEach(async () => {
  account = await makePlanningAccount();
});

/** Admission in a local account. */
function admitIt(
  input: StartInput = { spec: TEXT },
  changes: { executionId?: string; startedAt?: string; local?: boolean } = {},
): Promise<AdmitResult> {
  const { executionId = ID, startedAt = STARTED, local = true } = changes;
  return admit({ executionId, startedAt, input }, account.context({ local }));
}

/** Keys that were written, in their order. */
const listWrittenKeys = (): string[] => account.inputs('PutObject').map(({ Key }) => String(Key));
const readPlan = (executionId = ID): Promise<Plan> => account.json(`executions/disks/${executionId}/plan.json`);

/** Everything in the bucket. */
async function readObjects(): Promise<Map<string, string>> {
  const keys = await account.keys();
  return new Map(await Promise.all(keys.map(async (key) => [key, await account.text(key)] as const)));
}

async function catchError(promise: Promise<unknown>): Promise<Error> {
  const error: unknown = await promise.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof Error)) throw new Error('it was not refused');
  return error;
}

describe('admit', () => {
  it('writes all files that the state machines read, starting with the pointer, and returns the rigs', async () => {
    const admitted = await admitIt();
    const kinds = new Set(listWrittenKeys().map((key) => key.replace(/[0-9a-f]{64}/, '<sha256>')));
    expect([...kinds].sort()).toEqual(cases.written);
    expect(listWrittenKeys()[0]).toBe('pointers/exec.json');
    const { schemaVersion, timing, deadline, trials } = await readPlan();
    const guardianUntil = deadline + timing.teardownAllowanceSeconds / 2;
    expect([schemaVersion, deadline, trials.length]).toEqual([CONTRACT_VERSION, T0 / 1000 + 8 * 3600, 6]);
    expect(await account.json('pointers/exec.json')).toEqual({
      version: CONTRACT_VERSION,
      experiment: 'disks',
      timing,
      startedAt: STARTED,
      guardianUntil,
    });
    const key = 'executions/disks/exec/rigs/r1.json';
    const rigs = { rigs: [{ rig: 'r1', key }], parallelRigs: 1 };
    expect(admitted).toEqual({ executionId: ID, experiment: 'disks', ...rigs, timing, guardianUntil });
    const { tags } = await account.json<RigDocument>(key);
    expect(tags).toContainEqual({ Key: 'fsxbench:stack', Value: STACK });
    const scripts = trials.flatMap(({ steps }) => steps).map((step) => step.scriptKey);
    expect(await account.keys()).toEqual(expect.arrayContaining(scripts));
  });

  it('accepts the spec as text, as JSON, or as an S3 key, and plans the same configurations', async () => {
    await account.put('specs/disks.yaml', TEXT);
    const cells: string[][] = [];
    for (const [index, input] of [{ spec: TEXT }, { spec: SPEC }, { specKey: 'specs/disks.yaml' }].entries()) {
      const { executionId } = await admitIt(input, { executionId: `e${index}` });
      cells.push((await readPlan(executionId)).cells.map(({ cellId }) => cellId).sort());
    }
    expect(cells[0]).toHaveLength(2);
    expect(cells).toEqual([cells[0], cells[0], cells[0]]);
    // What a person wrote is kept as written.
    for (const name of ['e0', 'e2']) expect(await account.text(`executions/disks/${name}/spec.yaml`)).toBe(TEXT);
    expect(await account.text('executions/disks/e1/spec.yaml')).toContain('experiment: disks');
  });

  it('prefers the seed of the start input to the seed of the spec', async () => {
    await admitIt({ spec: { ...SPEC, design: { replicates: 3, seed: 'of the spec' } }, seed: 'given' });
    expect((await readPlan()).seed).toBe('given');
  });
});

describe('refusals of admit', () => {
  // Nothing of an execution may lie in the bucket that was never admitted.
  afterEach(() => expect(listWrittenKeys()).toEqual([]));

  it.each(['', 'a.b', 'a/b', 'x'.repeat(81), 'a__b'])('refuses the execution name %j', async (executionId) => {
    const { name, message } = await catchError(admitIt(undefined, { executionId }));
    expect([name, message.includes(`'${executionId}'`), message.includes('1 to 80')]).toEqual([
      'NameInvalid',
      true,
      true,
    ]);
    expect(account.called()).toEqual([]);
  });

  it('lists all ten problems of a YAML spec with their line numbers', async () => {
    const error = await catchError(admitIt({ spec: readFileSync('test/experiment/specs/ten-mistakes.yaml', 'utf8') }));
    expect(error.name).toBe('SpecInvalid');
    const lines = error.message.split('\n');
    expect(lines.map((line) => Number(/^line (\d+): /.exec(line)?.[1]))).toEqual([3, 5, 6, 10, 16, 17, 22, 24, 25, 26]);
    expect(lines[5]).toMatch(/^line 17: workloads\.fio\.iodept: .*iodepth.* \[UnknownKey\]$/);
  });

  it('lists problems of a JSON spec with their paths, without line numbers', async () => {
    const error = await catchError(admitIt({ spec: { ...SPEC, question: 1, design: { replicates: 0 } } }));
    expect(error.name).toBe('SpecInvalid');
    const places = error.message.split('\n').map((line) => line.split(':')[0] ?? '');
    expect(places.sort()).toEqual(['design.replicates', 'question']);
  });

  const BOTH = 'found spec, specKey of experiment, spec, specKey; exactly one required';
  it.each<[name: string, why: string, StartInput, message: RegExp]>([
    [
      'BudgetExceeded',
      'the plan takes longer than limits.maxHours',
      { spec: { ...SPEC, limits: { maxHours: 0.001 } } },
      /limits\.maxHours.* \[OverTime\]$/,
    ],
    ['InputInvalid', 'both `spec` and `specKey` are given', { spec: TEXT, specKey: 'specs/disks.yaml' }, RegExp(BOTH)],
    [
      'SpecInvalid',
      '`specKey` does not exist',
      { specKey: 'specs/nowhere.yaml' },
      /^there is no object specs\/nowhere\.yaml in the bucket results$/,
    ],
  ])('refuses with %s when %s', async (name, _why, input, message) => {
    await expectRefusal(admitIt(input), name, { message: expect.stringMatching(message) as string });
  });

  it('refuses a target of kind `directory` in an AWS account', async () => {
    await expectRefusal(admitIt({ spec: SPEC }, { local: false }), 'SpecInvalid');
  });

  it('reports AccessDenied, not a missing spec, when S3 denies reading the spec', async () => {
    account.refuse('GetObject', 'AccessDenied', ({ Key }) => Key === 'specs/disks.yaml');
    await expectRefusal(admitIt({ specKey: 'specs/disks.yaml' }), 'AccessDenied');
  });
});

describe('admit of a scheduled start', () => {
  const start = (executionId: string, scheduledAt: string) => admitIt({ spec: TEXT, scheduledAt }, { executionId });

  it('admits a scheduled moment once and refuses its second delivery as AlreadyStarted', async () => {
    const at = '2026-01-31T03:00:00Z';
    await start('exec', at);
    expect(await account.json('moments/disks/1769828400.json')).toEqual({ executionId: 'exec' });
    await expectRefusal(start('exec-again', at), 'AlreadyStarted', "as execution 'exec'");
    // No pointer: to who hears of its end it was never admitted, so it gets no guardian and no second message.
    expect((await account.keys()).filter((key) => key.includes('exec-again'))).toEqual([]);
    // A retry of the same execution.
    expect((await start('exec', at)).executionId).toBe('exec');
  });

  it.each([
    ['2026-01-31T03:00:00Z', '2026-01-31T03:00:00.000Z'],
    ['2026-01-31T03:00:00Z', '2026-01-31T03:00:00.250Z'],
    ['2026-01-31T03:00:00Z', '2026-01-31T12:00:00+09:00'],
    ['2026-01-31T03:00:00Z', '2026-01-30T22:00:00-05:00'],
    // Clocks go forward in Berlin: what would be 02:30 is 03:30.
    ['2026-03-29T02:30:00+01:00', '2026-03-29T03:30:00+02:00'],
    // Clocks go back: the second 02:30 of that night.
    ['2026-10-25T02:30:00+01:00', '2026-10-25T01:30:00Z'],
  ])('counts as the same moment: %s and %s', async (one, other) => {
    await start('exec', one);
    await expectRefusal(start('exec-again', other), 'AlreadyStarted');
  });

  it.each([
    ['2026-01-31T03:00:00Z', '2026-02-07T03:00:00Z'],
    // The hour that comes twice when clocks go back.
    ['2026-10-25T02:30:00+02:00', '2026-10-25T02:30:00+01:00'],
    ['2026-01-31T03:00:00Z', '2026-01-31T03:00:00+09:00'],
    ['2026-01-31T03:00:00Z', '2026-01-31T03:00:01Z'],
  ])('counts as different moments: %s and %s', async (one, other) => {
    await start('exec', one);
    expect((await start('next', other)).executionId).toBe('next');
  });
});

describe('admit of an execution name', () => {
  it('refuses a name that an earlier execution used, and leaves its objects unchanged', async () => {
    await admitIt({ spec: TEXT, seed: 'first' });
    const before = await readObjects();
    const again = admitIt({ spec: TEXT, seed: 'second' }, { startedAt: new Date(T0 + 60_000).toISOString() });
    await expectRefusal(again, 'NameInvalid', `'${ID}' belongs to an earlier execution`);
    expect(await readObjects()).toEqual(before);
  });

  it('refuses a name as NameInvalid when fences/NAME.json exists, also when the start is retried', async () => {
    await account.put('fences/exec.json', '{}');
    await expectRefusal(admitIt(), 'NameInvalid');
    expect(await account.keys()).toEqual(['fences/exec.json', 'pointers/exec.json']);
    // The same start again, now with a pointer of its own.
    await expectRefusal(admitIt(), 'NameInvalid');
    expect(await account.keys()).toHaveLength(2);
  });

  it('accepts a retry of the same start and writes identical bytes', async () => {
    const first = await admitIt();
    const before = await readObjects();
    expect(await admitIt()).toEqual(first);
    expect(await readObjects()).toEqual(before);
  });

  it('accepts the name again when the first try failed to write its pointer', async () => {
    account.refuse('PutObject', 'InternalError', ({ Key }) => Key === 'pointers/exec.json');
    await expectRefusal(admitIt(), 'InternalError');
    account.heal();
    expect((await admitIt()).executionId).toBe(ID);
  });
});
