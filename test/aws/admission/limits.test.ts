/** What admission refuses by the limits of an account: money, and bytes that a guardian must be able to read. */
import { admit, type Admitted } from '../../../lib/aws/admission';
import { readScripts } from '../../../lib/aws/scripts';
import type { PlanningContext } from '../../../lib/aws/context';
import type { ScriptFiles } from '../../../lib/workloads/contract';
import { ID, makeAccount, T0 } from '../account';

const STARTED = new Date(T0).toISOString();
const SPEC = {
  experiment: 'disks',
  targets: { here: { kind: 'directory', path: 'data' } },
  workloads: {
    fio: { kind: 'fio', rw: 'randread', bs: '4k', iodepth: 4, size: '4 MiB', ramp_time: '0s', runtime: '1s' },
  },
  limits: { maxUsd: 40 },
};

let scripts: ScriptFiles = {};
let account = makeAccount();
beforeAll(async () => {
  scripts = await readScripts('workloads');
});
beforeEach(() => {
  account = makeAccount();
  account.scripts = scripts;
});
const start = (context: PlanningContext, spec: object = SPEC): Promise<Admitted> =>
  admit({ executionId: ID, startedAt: STARTED, input: { spec: spec as Record<string, unknown> } }, context);

describe('the limit of a deployment', () => {
  const limited = (maxUsd?: number): PlanningContext =>
    account.context({ local: true, ...(maxUsd === undefined ? {} : { maxUsd }) });

  it('refuses a spec whose own limit is above it, before anything is written', async () => {
    await expect(start(limited(39.99))).rejects.toMatchObject({
      name: 'BudgetExceeded',
      message: 'limits.maxUsd is 40 USD; allowed by this deployment: 39.99 USD (its setting `maxUsd`)',
    });
    expect(account.inputs('PutObject')).toEqual([]);
  });

  it.each([40, undefined])('lets it pass at %p', async (maxUsd) => {
    expect((await start(limited(maxUsd))).experiment).toBe('disks');
  });
});

describe('an input that a guardian could not read, escaped twice', () => {
  const long = { ...SPEC, question: `Is it quick? ${'x'.repeat(65_600)}` };

  it('is refused in an account, and says how to start it', async () => {
    await expect(start(account.context(), long)).rejects.toMatchObject({
      name: 'SpecInvalid',
      message: expect.stringMatching(/^the input has 6\d{4} bytes; allowed: 65536\. .*`specKey`$/) as string,
    });
    expect(account.inputs('PutObject')).toEqual([]);
  });

  it('is no matter on this machine', async () => {
    expect((await start(account.context({ local: true }), long)).executionId).toBe(ID);
  });
});
