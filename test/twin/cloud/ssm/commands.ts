/** Commands for tests. */
import { makeWorld, type World } from '../world';

export const SHA = 'ab'.repeat(32);

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

export interface Command {
  CommandId: string;
  Status: string;
  StatusDetails: string;
  TargetCount: number;
  CompletedCount: number;
  ErrorCount: number;
  DeliveryTimedOutCount: number;
}

export interface Invocation {
  InstanceId: string;
  Status: string;
  StatusDetails: string;
}

/** A world whose hosts run, and are listed, at once. */
export const makeSsmWorld = (): World => makeWorld({ ec2: { timing: { pendingMs: 0, visibleMs: 0 } } });

/** Sends a command to all hosts of the rig at once, whatever fails. Returns its id. */
export async function send(world: World, change: object = {}): Promise<string> {
  const { Command } = await world.call<{ Command: Command }>('ssm', 'SendCommand', {
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

export async function look(world: World, CommandId: string): Promise<Command | undefined> {
  const { Commands } = await world.call<{ Commands: Command[] }>('ssm', 'ListCommands', { CommandId });
  return Commands[0];
}

/** Status details of all invocations, by the order of their hosts. */
export async function details(world: World, CommandId: string): Promise<string[]> {
  const { CommandInvocations } = await world.call<{ CommandInvocations: Invocation[] }>(
    'ssm',
    'ListCommandInvocations',
    {
      CommandId,
    },
  );
  return CommandInvocations.map(({ StatusDetails }) => StatusDetails);
}
