/** Calls of Systems Manager. Only the named commands are bundled. */
import {
  DescribeInstanceInformationCommand,
  ListCommandInvocationsCommand,
  ListCommandsCommand,
  SendCommandCommand,
  SSMClient,
  type SSMClientConfig,
} from '@aws-sdk/client-ssm';
import type { AwsCalls } from '../calls';

export function makeSsmCalls(config: SSMClientConfig): AwsCalls['ssm'] {
  const ssm = new SSMClient(config);
  return {
    describeInstanceInformation: (input) => ssm.send(new DescribeInstanceInformationCommand(input)),
    listCommandInvocations: (input) => ssm.send(new ListCommandInvocationsCommand(input)),
    listCommands: (input) => ssm.send(new ListCommandsCommand(input)),
    sendCommand: (input) => ssm.send(new SendCommandCommand(input)),
  };
}
