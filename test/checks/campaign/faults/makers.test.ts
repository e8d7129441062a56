import { getCreateCall, getNameField } from '../../../../checks/campaign/faults/makers';

it('knows the call that makes each kind, and where that names it alone', () => {
  expect(getCreateCall('efs:mount-target')).toBe('CreateMountTarget');
  expect(getCreateCall('cloudwatch:alarm')).toBe('PutMetricAlarm');
  expect(getCreateCall('ec2:volume')).toBe('CreateFleet');
  expect([getNameField('cloudwatch:alarm'), getNameField('fsx:volume')]).toEqual(['AlarmName', 'Name']);
  expect([getNameField('fsx:file-system'), getNameField('ec2:instance')]).toEqual([null, null]);
});
