import { CONTRACT_VERSION } from '../../lib/shapes/contract-version';
import { readFileSync } from 'node:fs';
import { admit, type AdmitResult } from '../../lib/aws/admission';
import type { StartInput } from '../../lib/aws/admission/start-input';
import type { PlanningContext } from '../../lib/aws/context';
import { readScripts } from '../../lib/aws/scripts';
import type { RigDocument } from '../../lib/shapes/documents';
import type { Plan } from '../../lib/shapes/plan';
import type { ScriptFiles } from '../../lib/workloads/contract';
import { buildPriceBook } from '../../lib/pricing/aws';
import { makeAccount, ID, STACK, T0 } from './account';
import cases from './admission.cases.json';

const STARTED = new Date(T0).toISOString();
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

let scripts: ScriptFiles = {};
let account = makeAccount();
beforeAll(async () => {
  scripts = await readScripts('workloads');
});
beforeEach(() => {
  account = makeAccount();
});

function makeContext(): PlanningContext {
  account.scripts = scripts;
  return account.context({ local: true });
}

function admitIt(input: StartInput, changes: { executionId?: string; startedAt?: string } = {}): Promise<AdmitResult> {
  return admit({ executionId: ID, startedAt: STARTED, input, ...changes }, makeContext());
}

/** Keys that were written, in their order. */
function listWrittenKeys(): string[] {
  return account.inputs('PutObject').map(({ Key }) => String(Key));
}

function readPlan(): Promise<Plan> {
  return account.json('executions/disks/exec/plan.json');
}

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
  it('writes all files that the state machines read, starting with the pointer', async () => {
    await admitIt({ spec: TEXT });
    const kinds = new Set(listWrittenKeys().map((key) => key.replace(/[0-9a-f]{64}/, '<sha256>')));
    expect([...kinds].sort()).toEqual(cases.written);
    expect(listWrittenKeys()[0]).toBe('pointers/exec.json');
    expect((await readPlan()).schemaVersion).toBe(CONTRACT_VERSION);
    expect(await account.json('pointers/exec.json')).toEqual({
      version: CONTRACT_VERSION,
      experiment: 'disks',
      timing: (await readPlan()).timing,
      startedAt: STARTED,
      guardianUntil: T0 / 1000 + 8 * 3600 + (await readPlan()).timing.teardownAllowanceSeconds / 2,
    });
    const rig = await account.json<RigDocument>('executions/disks/exec/rigs/r1.json');
    expect(rig.tags).toContainEqual({ Key: 'fsxbench:stack', Value: STACK });
    const scripts = (await readPlan()).trials.flatMap(({ steps }) => steps).map((step) => step.scriptKey);
    expect(await account.keys()).toEqual(expect.arrayContaining(scripts));
  });

  it('returns the rigs, the timing of the plan, and guardianUntil, a time after its deadline', async () => {
    const admitted = await admitIt({ spec: TEXT });
    const { timing, deadline, trials } = await readPlan();
    expect(trials).toHaveLength(6);
    expect(deadline).toBe(T0 / 1000 + 8 * 3600);
    expect(admitted).toEqual({
      executionId: ID,
      experiment: 'disks',
      rigs: [{ rig: 'r1', key: 'executions/disks/exec/rigs/r1.json' }],
      parallelRigs: 1,
      timing,
      guardianUntil: deadline + timing.teardownAllowanceSeconds / 2,
    });
  });

  it('accepts the spec as text, as JSON, or as an S3 key, and plans the same configurations', async () => {
    await account.put('specs/disks.yaml', TEXT);
    const cells: string[][] = [];
    for (const [index, input] of [{ spec: TEXT }, { spec: SPEC }, { specKey: 'specs/disks.yaml' }].entries()) {
      const { executionId } = await admitIt(input, { executionId: `e${index}` });
      const made = await account.json<Plan>(`executions/disks/${executionId}/plan.json`);
      cells.push(made.cells.map(({ cellId }) => cellId).sort());
    }
    expect(cells[0]).toHaveLength(2);
    expect(cells).toEqual([cells[0], cells[0], cells[0]]);
    // What a person wrote is kept as written.
    expect(await account.text('executions/disks/e0/spec.yaml')).toBe(TEXT);
    expect(await account.text('executions/disks/e2/spec.yaml')).toBe(TEXT);
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

  it.each(['', 'a.b', 'a/b', 'x'.repeat(81), 'a__b'])(
    'refuses the execution name %j as NameInvalid',
    async (executionId) => {
      const error = await catchError(admitIt({ spec: TEXT }, { executionId }));
      expect(error.name).toBe('NameInvalid');
      expect(error.message).toContain(`'${executionId}'`);
      expect(error.message).toContain('1 to 80');
      expect(account.called()).toEqual([]);
    },
  );

  it('lists all ten problems of a YAML spec with their line numbers', async () => {
    const error = await catchError(admitIt({ spec: readFileSync('test/experiment/specs/ten-mistakes.yaml', 'utf8') }));
    expect(error.name).toBe('SpecInvalid');
    const lines = error.message.split('\n');
    expect(lines).toHaveLength(10);
    expect(lines.map((line) => Number(/^line (\d+): /.exec(line)?.[1]))).toEqual([3, 5, 6, 10, 16, 17, 22, 24, 25, 26]);
    expect(lines[5]).toMatch(/^line 17: workloads\.fio\.iodept: .*iodepth.* \[UnknownKey\]$/);
  });

  it('lists problems of a JSON spec with their paths, without line numbers', async () => {
    const error = await catchError(admitIt({ spec: { ...SPEC, question: 1, design: { replicates: 0 } } }));
    expect(error.name).toBe('SpecInvalid');
    const places = error.message.split('\n').map((line) => line.split(':')[0] ?? '');
    expect(places.sort()).toEqual(['design.replicates', 'question']);
  });

  it('reports BudgetExceeded when the plan takes longer than limits.maxHours', async () => {
    const error = await catchError(admitIt({ spec: { ...SPEC, limits: { maxHours: 0.001 } } }));
    expect(error.name).toBe('BudgetExceeded');
    expect(error.message).toMatch(/limits\.maxHours.* \[OverTime\]$/);
  });

  it('refuses an input with both `spec` and `specKey` as InputInvalid', async () => {
    const error = await catchError(admitIt({ spec: TEXT, specKey: 'specs/disks.yaml' }));
    expect(error.name).toBe('InputInvalid');
    expect(error.message).toContain('found spec, specKey of experiment, spec, specKey; exactly one required');
  });

  it('names the missing object and its bucket when `specKey` does not exist', async () => {
    const error = await catchError(admitIt({ specKey: 'specs/nowhere.yaml' }));
    expect(error.name).toBe('SpecInvalid');
    expect(error.message).toBe('there is no object specs/nowhere.yaml in the bucket results');
  });

  it('refuses instance types that the Availability Zone lacks, and names the zones that offer them', async () => {
    account = makeAccount({ ec2: { offers: (_type, zone) => zone.endsWith('b') } });
    account.scripts = scripts;
    const input = { spec: readFileSync('experiments/lustre-small.yaml', 'utf8') };
    const remote = { ...account.context({ local: false }), prices: buildPriceBook('us-east-1') };
    const error = await catchError(admit({ executionId: ID, startedAt: STARTED, input }, remote));
    expect(error.name).toBe('ZoneLacksTypes');
    expect(error.message).toContain(', needed by fleet.client');
    expect(error.message).toContain('Zones that offer all types of this experiment: xx-local-1b.');
  });

  it('reports AccessDenied, not a missing spec, when S3 denies reading the spec', async () => {
    account.refuse('GetObject', 'AccessDenied', ({ Key }) => Key === 'specs/disks.yaml');
    await expect(admitIt({ specKey: 'specs/disks.yaml' })).rejects.toMatchObject({ name: 'AccessDenied' });
  });
});

describe('admit of a scheduled start', () => {
  const AT = '2026-01-31T03:00:00Z';
  const start = (executionId: string, scheduledAt = AT) => admitIt({ spec: TEXT, scheduledAt }, { executionId });

  it('admits a scheduled moment once and refuses its second delivery as AlreadyStarted', async () => {
    await start('exec');
    expect(await account.json('moments/disks/1769828400.json')).toEqual({ executionId: 'exec' });
    await expect(start('exec-again')).rejects.toMatchObject({
      name: 'AlreadyStarted',
      message: expect.stringContaining("as execution 'exec'") as string,
    });
    // No pointer: to who hears of its end it was never admitted, so it gets no guardian and no second message.
    expect((await account.keys()).filter((key) => key.includes('exec-again'))).toEqual([]);
  });

  it('accepts a retry of the same execution, and the next scheduled moment', async () => {
    await start('exec');
    expect((await start('exec')).executionId).toBe('exec');
    expect((await start('next', '2026-02-07T03:00:00Z')).executionId).toBe('next');
  });
});

describe('scheduled moments with offsets and fractions of a second', () => {
  const start = (executionId: string, scheduledAt: string) => admitIt({ spec: TEXT, scheduledAt }, { executionId });

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
    await expect(start('exec-again', other)).rejects.toMatchObject({ name: 'AlreadyStarted' });
  });

  it.each([
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
    const later = new Date(T0 + 60_000).toISOString();
    const error = await catchError(admitIt({ spec: TEXT, seed: 'second' }, { startedAt: later }));
    expect(error).toMatchObject({
      name: 'NameInvalid',
      message: expect.stringContaining(`'${ID}' belongs to an earlier execution`) as string,
    });
    expect(await readObjects()).toEqual(before);
  });

  it('refuses a name as NameInvalid when fences/NAME.json exists, also when the start is retried', async () => {
    await account.put('fences/exec.json', '{}');
    await expect(admitIt({ spec: TEXT })).rejects.toMatchObject({ name: 'NameInvalid' });
    expect(await account.keys()).toEqual(['fences/exec.json', 'pointers/exec.json']);
    // The same start again, now with a pointer of its own.
    await expect(admitIt({ spec: TEXT })).rejects.toMatchObject({ name: 'NameInvalid' });
    expect(await account.keys()).toHaveLength(2);
  });

  it('accepts a retry of the same start and writes identical bytes', async () => {
    const first = await admitIt({ spec: TEXT });
    const before = await readObjects();
    expect(await admitIt({ spec: TEXT })).toEqual(first);
    expect(await readObjects()).toEqual(before);
  });

  it('accepts the name again when the first try failed to write its pointer', async () => {
    account.refuse('PutObject', 'InternalError', ({ Key }) => Key === 'pointers/exec.json');
    await expect(admitIt({ spec: TEXT })).rejects.toMatchObject({ name: 'InternalError' });
    account.heal();
    expect((await admitIt({ spec: TEXT })).executionId).toBe(ID);
  });

  it('refuses a target of kind `directory` in an AWS account, before writing to S3', async () => {
    const event = { executionId: ID, startedAt: STARTED, input: { spec: SPEC } };
    account.scripts = scripts;
    await expect(admit(event, account.context({ local: false }))).rejects.toMatchObject({ name: 'SpecInvalid' });
    expect(await account.keys()).toEqual([]);
  });
});
