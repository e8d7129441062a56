import { readText } from '../../../../lib/aws/bucket';
import { layout } from '../../../../lib/shapes/layout';
import type { Receipt } from '../../../../lib/shapes/receipt';
import type { ExecutionRecord } from '../../../../checks/oracles/execution-record';
import { checkContinues, judge } from '../../../../checks/campaign/judge/judge';
import { CALM, type Rule } from '../../../../checks/campaign/faults/campaign';
import { play, type CampaignRun } from '../../../../checks/campaign/faults/run-campaign';
import { EXECUTION } from '../../../../checks/campaign/faults/starts';
import { LUSTRE, makeOptions } from '../../../twin/rehearsal/specs';

const { experiment, startedAt, prices, machineText, scripts } = makeOptions(LUSTRE);
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
const WATCHED = `${LUSTRE}alarms: { server_metadata_ops: 5k }\n`;
const BLIND: Rule = { fault: 'call', service: 'cloudwatch', action: 'DescribeAlarms', effect: 'denied' };

function playWithRules(spec: string, ...rules: Rule[]): Promise<CampaignRun> {
  const campaign = { ...CALM, rules, hours: 24 };
  return play({ spec, experiment, startedAt, prices, machineText, scripts, campaign, seed: 'alarms', log: quiet });
}

async function readReceipt({ deployment }: CampaignRun): Promise<Receipt> {
  return JSON.parse((await readText(deployment.context, layout(experiment, EXECUTION).receipt)) ?? 'null') as Receipt;
}

async function judgeOutcome(one: CampaignRun) {
  const { complaints, statuses } = await judge(one, experiment, prices);
  const guardian = one.deployment.account.sfn.executions().find(({ machineArn }) => machineArn.endsWith('guardian'));
  return { complaints, statuses, guardian: guardian?.status };
}

describe('execution in an account that denies DescribeAlarms', () => {
  it.each([
    ['without alarms', LUSTRE, 0],
    ['with two alarms', WATCHED, 2],
  ])('succeeds within an hour with a clean receipt that skips only alarms (experiment %s)', async (_, spec, alarms) => {
    const one = await playWithRules(spec, BLIND);
    expect(await judgeOutcome(one)).toEqual({ complaints: [], statuses: ['SUCCEEDED'], guardian: 'SUCCEEDED' });
    const { clean, covered, skipped = [], remaining: left } = await readReceipt(one);
    expect({ clean, remaining: left, unseen: skipped.map(({ kind, ids }) => [kind, ids.length]) }).toEqual({
      clean: true,
      remaining: [],
      unseen: [['cloudwatch:alarm', alarms]],
    });
    expect(covered).not.toContain('cloudwatch:alarm');
    const teardowns = one.deployment.account.sfn.executions().filter(({ name }) => name.includes('__teardown__'));
    expect(teardowns.map(({ status }) => status)).not.toContain('FAILED');
    // As where all is well: teardowns of hours were what it took.
    expect((one.started[0]?.execution?.stopDate ?? Infinity) - startedAt).toBeLessThan(3_600_000);
  });

  it('has its alarms deleted by the scheduled cleanup once they can be listed, and a clean receipt', async () => {
    const one = await playWithRules(WATCHED, { ...BLIND, lasts: 12 * 3600 });
    expect(await judgeOutcome(one)).toMatchObject({ complaints: [], statuses: ['SUCCEEDED'] });
    expect(one.creations.filter(({ kind, goneAt }) => kind === 'cloudwatch:alarm' && goneAt === null)).toEqual([]);
    expect(await readReceipt(one)).toMatchObject({
      clean: true,
      covered: expect.arrayContaining(['cloudwatch:alarm']),
    });
  });
});

describe('checkContinues', () => {
  const complaints = (status: string, ...rules: Rule[]): string[] => {
    const started = [{ executionId: 'e1', execution: { status } }];
    const aftermath = { observations: { campaign: { ...CALM, rules }, started }, facts: { executionId: 'e1' } };
    return checkContinues(aftermath as unknown as ExecutionRecord<CampaignRun>).map(({ code }) => code);
  };

  it('reports FailedByNotification only when all faults hit calls that read or create alarms', () => {
    expect(complaints('FAILED', BLIND)).toEqual(['FailedByNotification']);
    expect(complaints('FAILED', { ...BLIND, action: 'ListTagsForResource' })).toEqual(['FailedByNotification']);
    expect(complaints('FAILED', { ...BLIND, action: 'PutMetricAlarm', effect: 'throttled' })).toHaveLength(1);
    expect(complaints('SUCCEEDED', BLIND)).toEqual([]);
    expect(complaints('FAILED', { ...BLIND, action: 'DeleteAlarms' })).toEqual([]);
    expect(complaints('FAILED', BLIND, { ...BLIND, service: 'fsx', action: 'CreateFileSystem' })).toEqual([]);
    expect(complaints('FAILED')).toEqual([]);
  });
});
