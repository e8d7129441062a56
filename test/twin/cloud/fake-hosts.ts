/** Hosts that tests control. */
import type {
  CommandResult,
  HostCommand,
  HostDriver,
  HostLaunch,
  RunningCommand,
} from '../../../lib/twin/hosts/driver';

interface FakeCommand {
  readonly instanceId: string;
  readonly command: HostCommand;
  cancelled: boolean;
  /** Ends the command on the host. */
  finish(result?: Partial<CommandResult>): void;
}

export class FakeHosts implements HostDriver {
  readonly launched: HostLaunch[] = [];
  readonly terminated: string[] = [];
  readonly commands: FakeCommand[] = [];
  /** Awaited by a boot; a rejection is a failed boot. */
  boot: (host: HostLaunch) => Promise<void> = async () => {};
  /** Awaited by a removal. */
  removal: (instanceId: string) => Promise<void> = async () => {};
  alive: readonly HostLaunch[] = [];
  /** The immediate answer to every command; absent: the test finishes it. */
  answer: Partial<CommandResult> | undefined;

  async launch(host: HostLaunch): Promise<void> {
    this.launched.push(host);
    await this.boot(host);
  }

  run(instanceId: string, command: HostCommand): RunningCommand {
    let resolve: (result: CommandResult) => void = () => {};
    const done = new Promise<CommandResult>((set) => {
      resolve = set;
    });
    const fake: FakeCommand = {
      instanceId,
      command,
      cancelled: false,
      finish: (result = {}) => resolve({ exitCode: 0, status: 'Success', stdout: '', stderr: '', ...result }),
    };
    this.commands.push(fake);
    if (this.answer !== undefined) fake.finish(this.answer);
    return {
      done,
      cancel: () => {
        fake.cancelled = true;
        fake.finish({ exitCode: 143, status: 'Cancelled' });
      },
    };
  }

  async terminate(instanceId: string): Promise<void> {
    this.terminated.push(instanceId);
    await this.removal(instanceId);
  }

  async survivors(): Promise<readonly HostLaunch[]> {
    return this.alive;
  }
}
