import { buildActions } from '../../../lib/experiment/plan/documents';

it('derives S3 keys from the execution name, and expects the whole time limit (buildActions)', () => {
  const place = { experiment: 'grown', executionId: 'e-1', rig: 'r2', batch: 3, copy: 'c1', target: 'nas' };
  const asked = { confirm: 'Add it.', withinSeconds: 7200, stage: 'two' };
  expect(buildActions([asked], place)).toEqual([
    {
      of: 'action',
      expectedSeconds: 7200,
      timeoutSeconds: 7200,
      pauseSeconds: 0,
      action: {
        ...asked,
        target: 'nas',
        copy: 'c1',
        questionKey: 'asked/e-1/e-1__r2__act__3__c1__1.json',
        startedKey: 'executions/grown/e-1/actions/e-1__r2__act__3__c1__1.started.json',
        outcomeKey: 'executions/grown/e-1/actions/e-1__r2__act__3__c1__1.json',
      },
    },
  ]);
  expect(() => buildActions([asked], { ...place, target: undefined })).toThrow(
    'expected the target of an action, found none',
  );
});
