import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { readJson } from '../../lib/aws/bucket';
import { correctReceipt } from '../../lib/local/check-cleanup';
import { makeLocalDeployment, makeErrorLog } from '../../lib/local/deployment';
import { layout } from '../../lib/shapes/layout';
import type { Plan } from '../../lib/shapes/plan';
import type { Receipt } from '../../lib/shapes/receipt';
import type { Complaint } from '../../lib/twin/checkers/facts';
import { captureCli } from '../cli/capture-cli';
import { LIVES, NO_RECEIPT, RECEIPT, ROWS } from './receipt';
import { temporaryFolder } from '../temporary';

const cwd = temporaryFolder('fsxbench-check-');

const PLAN = { executionId: 'e1', experiment: 'tiny' } as Plan;

describe('correctReceipt', () => {
  const correct = async (receipt: Receipt | null, ...complaints: readonly Complaint[]) => {
    const { cli } = captureCli(cwd);
    const deployment = await makeLocalDeployment(cli, makeErrorLog(cli));
    const told = await correctReceipt(deployment, PLAN, receipt, complaints);
    return { told, written: await readJson<Receipt>(deployment.context, layout('tiny', 'e1').receipt) };
  };

  it('rewrites a clean receipt as not clean when a check finds a living process', async () => {
    const { told, written } = await correct(RECEIPT, LIVES, ROWS);
    expect(told).toMatchObject({
      clean: false,
      remaining: [{ kind: 'check failed', id: 'nothing-left: Alive: process 7 lives', rig: null, state: 'unknown' }],
    });
    expect(written).toEqual(told);
    rmSync(join(cwd, '.fsxbench'), { recursive: true });
  });

  it.each([
    ['without complaints', RECEIPT, []],
    ['with complaints about results only', RECEIPT, [ROWS]],
    ['that is already not clean', { ...RECEIPT, clean: false }, [LIVES]],
    ['that is missing', null, [NO_RECEIPT]],
  ])('keeps a receipt %s', async (_name, receipt, complaints) => {
    expect(await correct(receipt, ...complaints)).toEqual({ told: receipt, written: null });
  });
});
