/**
 * Commands reach all hosts at once: the defaults are 50 at a time, which would let hosts miss the common start.
 * https://docs.aws.amazon.com/systems-manager/latest/APIReference/API_SendCommand.html
 */
import { type Finding, reporter } from '../finding';
import { actionOf, argumentsOf, isRecord, type Subject } from '../subject';

const report = reporter('send-command');

/** sendCommand calls with a default that bites. */
export function sendCommandFindings({ states }: Subject): Finding[] {
  return states.flatMap(({ name, state }) => {
    if (actionOf(state) !== 'ssm:sendCommand') return [];
    const given = argumentsOf(state);
    const parameters = given['Parameters'];
    const execution = isRecord(parameters) ? parameters['ExecutionTimeout'] : undefined;
    return [
      ...['MaxConcurrency', 'MaxErrors']
        .filter((field) => given[field] !== '100%')
        .map((field) => report(name, `Arguments/${field} has to be "100%"`)),
      ...(given['TimeoutSeconds'] === undefined ? [report(name, 'Arguments/TimeoutSeconds bounds the delivery')] : []),
      ...(execution === undefined
        ? [report(name, 'Arguments/Parameters/ExecutionTimeout bounds the script on the host')]
        : []),
      ...(given['DocumentName'] === undefined ? [report(name, 'Arguments/DocumentName is missing')] : []),
    ];
  });
}
