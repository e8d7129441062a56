/** What admission refuses by settings and limits of an account, and what this version cannot execute. */
import { admit, type AdmitResult } from '../../lib/aws/admission';
import { refuseCommands } from '../../lib/aws/admission/refusals';
import { readScripts } from '../../lib/aws/scripts';
import type { Context, PlanningContext } from '../../lib/aws/context';
import type { Plan } from '../../lib/shapes/plan';
import type { ScriptFiles } from '../../lib/workloads/contract';
import { ID, makeAccount, T0 } from './account';

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
const start = (context: PlanningContext, spec: object = SPEC): Promise<AdmitResult> =>
  admit({ executionId: ID, startedAt: STARTED, input: { spec: spec as Record<string, unknown> } }, context);

describe('admit with the deployment setting `maxUsd`', () => {
  const makeLimitedContext = (maxUsd?: number): PlanningContext =>
    account.context({ local: true, ...(maxUsd === undefined ? {} : { limits: { maxUsd } }) });

  it('refuses a spec with a higher limits.maxUsd as BudgetExceeded, before writing to S3', async () => {
    await expect(start(makeLimitedContext(39.99))).rejects.toMatchObject({
      name: 'BudgetExceeded',
      message: 'limits.maxUsd is 40 USD; this deployment allows 39.99 USD (its setting `maxUsd`)',
    });
    expect(account.inputs('PutObject')).toEqual([]);
  });

  it.each([40, undefined])('admits a spec with limits.maxUsd 40 when the setting is %p', async (maxUsd) => {
    expect((await start(makeLimitedContext(maxUsd))).experiment).toBe('disks');
  });
});

describe('admit with a start input above 65,536 bytes (escaped twice)', () => {
  const long = { ...SPEC, question: `Is it quick? ${'x'.repeat(65_600)}` };

  it('refuses it in an AWS account as SpecInvalid and names `specKey` as the way to start it', async () => {
    await expect(start(account.context(), long)).rejects.toMatchObject({
      name: 'SpecInvalid',
      message: expect.stringMatching(/^the input has 6\d{4} bytes; allowed: 65536\. .*`specKey`$/) as string,
    });
    expect(account.inputs('PutObject')).toEqual([]);
  });

  it('admits it in a local run', async () => {
    expect((await start(account.context({ local: true }), long)).executionId).toBe(ID);
  });
});

const checkCommands = (kinds: readonly string[], commands?: boolean): string | undefined => {
  const workloads = Object.fromEntries(kinds.map((kind, index) => [`w${index}`, { kind }]));
  const config = (commands === undefined ? {} : { commands }) as Context['config'];
  try {
    refuseCommands({ spec: { workloads } } as unknown as Plan, { config });
  } catch (fault) {
    return `${(fault as Error).name}: ${(fault as Error).message}`;
  }
  return undefined;
};

it('refuses workloads of kind `command` only when the deployment sets `commands` to false', () => {
  expect(checkCommands(['fio', 'command'], true)).toBeUndefined();
  expect(checkCommands(['fio', 'command'])).toBeUndefined();
  expect(checkCommands(['fio', 'metadata'], false)).toBeUndefined();
  expect(checkCommands(['fio', 'command'], false)).toBe(
    'CommandsNotAllowed: this deployment does not allow scripts in specs, but these workloads have scripts: ' +
      'w1. Nothing was created. Such scripts run as root on hosts, for everyone who may start executions. ' +
      'To allow them, deploy both stacks with the setting `commands=true` (docs/deploy.md)',
  );
});
