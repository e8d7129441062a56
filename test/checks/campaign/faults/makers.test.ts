import { makerOf, uniqueNameOf } from '../../../../checks/campaign/faults/makers';

it('knows the call that makes each kind, and where that names it alone', () => {
  expect(makerOf('efs:mount-target')).toBe('CreateMountTarget');
  expect(makerOf('cloudwatch:alarm')).toBe('PutMetricAlarm');
  expect(makerOf('ec2:volume')).toBe('CreateFleet');
  expect([uniqueNameOf('cloudwatch:alarm'), uniqueNameOf('fsx:volume')]).toEqual(['AlarmName', 'Name']);
  expect([uniqueNameOf('fsx:file-system'), uniqueNameOf('ec2:instance')]).toEqual([null, null]);
});
