import type { ExecutionRecord } from '../../../../checks/oracles/execution-record';
import { checkContinues } from '../../../../checks/campaign/judge/judge';
import { CALM, type Rule } from '../../../../checks/campaign/faults/campaign';
import type { CampaignRun } from '../../../../checks/campaign/faults/run-campaign';

const BLIND: Rule = { fault: 'call', service: 'cloudwatch', action: 'DescribeAlarms', effect: 'denied' };

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
