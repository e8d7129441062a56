import { getCreateCall, getNameField } from '../../../../checks/campaign/faults/makers';

it('returns the create call and the name field of a resource kind', () => {
  expect(getCreateCall('efs:mount-target')).toBe('CreateMountTarget');
  expect(getCreateCall('cloudwatch:alarm')).toBe('PutMetricAlarm');
  expect(getCreateCall('ec2:volume')).toBe('CreateFleet');
  expect([getNameField('cloudwatch:alarm'), getNameField('fsx:volume')]).toEqual(['AlarmName', 'Name']);
  expect([getNameField('fsx:file-system'), getNameField('ec2:instance')]).toEqual([null, null]);
});
