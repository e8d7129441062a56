/** Commands for tests. */
import { makeServices, type Services } from '../services';

const SHA = 'ab'.repeat(32);

export const PARAMETERS = {
  ScriptKey: [`executions/disks/e1/scripts/${SHA}.sh`],
  ScriptSha256: [SHA],
  HostsKey: ['executions/disks/e1/hosts/r1.txt'],
  EndpointsKey: ['none'],
  OutputPrefix: ['executions/disks/e1/raw/r1/t0001/a1/'],
  Attempt: ['t0001.a1'],
  Step: ['measure'],
  StartAt: [''],
  IssuedAt: ['1795000000123'],
  ExecutionTimeout: ['600'],
};

export const TO_RIG = [{ Key: 'tag:fsxbench:rig', Values: ['e1__r1'] }];

/** Services whose hosts run, and are listed, at once. */
export const makeSsmServices = (): Services => makeServices({ ec2: { timing: { pendingMs: 0, visibleMs: 0 } } });

/** Sends a command to all hosts of the rig at once, whatever fails. Returns its id. */
export async function send(services: Services, change: object = {}): Promise<string> {
  const { Command } = await services.call<{ Command: { CommandId: string } }>('ssm', 'SendCommand', {
    DocumentName: 'fsxbench-run-script',
    Targets: TO_RIG,
    MaxConcurrency: '100%',
    MaxErrors: '100%',
    TimeoutSeconds: 60,
    Parameters: PARAMETERS,
    ...change,
  });
  return Command.CommandId;
}

export async function findCommand(services: Services, CommandId: string): Promise<object | undefined> {
  const { Commands } = await services.call<{ Commands: object[] }>('ssm', 'ListCommands', { CommandId });
  return Commands[0];
}

/** Status details of all invocations, by the order of their hosts. */
export async function listDetails(services: Services, CommandId: string): Promise<string[]> {
  const { CommandInvocations } = await services.call<{ CommandInvocations: { StatusDetails: string }[] }>(
    'ssm',
    'ListCommandInvocations',
    { CommandId },
  );
  return CommandInvocations.map(({ StatusDetails }) => StatusDetails);
}
