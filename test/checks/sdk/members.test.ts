import * as sfn from '@aws-sdk/client-sfn';
import * as sns from '@aws-sdk/client-sns';
import { SDK } from '../../../lib/asl/lint/sdk/model';
import { readMachines } from '../../../checks/machines/files';
import { callsOf } from '../../../checks/sdk/calls';
import { sdkTable } from '../../../checks/sdk/members';

describe('sdkTable', () => {
  it('takes actions, members and what is required from a client', () => {
    const { sfn: table } = sdkTable({ sfn }, ['sfn:startExecution']);
    expect(table?.actions).toContain('describeExecution');
    expect(table?.calls).toEqual({
      startExecution: {
        input: 'StartExecutionInput',
        output: 'StartExecutionOutput',
        required: ['stateMachineArn'],
      },
    });
    expect(table?.shapes['StartExecutionInput']).toEqual({ stateMachineArn: 0, name: 0, input: 0, traceHeader: 0 });
  });

  it('follows maps and lists', () => {
    const { sns: table } = sdkTable({ sns }, ['sns:publish', 'sns:listTopics']);
    expect(table?.shapes['PublishInput']).toMatchObject({ MessageAttributes: { '*': 'MessageAttributeValue' } });
    expect(table?.shapes['ListTopicsResponse']).toMatchObject({ Topics: ['Topic'] });
  });

  it('names what no client has', () => {
    expect(() => sdkTable({ sns }, ['sns:publishh', 'sqs:sendMessage', 'sns:publish'])).toThrow(
      'no installed client has sns:publishh, sqs:sendMessage',
    );
  });
});

describe('the table in the tree', () => {
  it('has every call of the machines, as the installed clients say them', () => {
    const calls = callsOf(readMachines(process.cwd()));
    const missing = calls.filter((call) => {
      const [service = '', action = ''] = call.split(':');
      return SDK[service]?.calls[action] === undefined;
    });
    expect(missing).toEqual([]);
    const known = calls.filter((call) => /^(sfn|sns):/.test(call));
    const fresh = sdkTable({ sfn, sns }, known);
    expect({ sfn: SDK['sfn'], sns: SDK['sns'] }).toEqual(fresh);
  });
});
