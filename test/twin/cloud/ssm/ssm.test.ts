import { makeSsm } from '../../../../lib/twin/cloud/ssm/ssm';
import { makeWorld } from '../world';

describe('makeSsm', () => {
  it('models the calls that the machines make', () => {
    const { clock, ids, place, hosts, ec2 } = makeWorld();
    const service = makeSsm({ clock, ids, place, driver: hosts, ec2, documents: {} });
    expect(Object.keys(service).toSorted()).toEqual([
      'CancelCommand',
      'DescribeInstanceInformation',
      'ListCommandInvocations',
      'ListCommands',
      'SendCommand',
    ]);
  });
});
