/** Hosts behind the modelled EC2 and SSM: real ones are processes of this machine, modelled ones answer by a model. */
import type { LocalResources } from '../../aws/context';

export interface HostLaunch {
  readonly instanceId: string;
  /** All tags of the instance; `fsxbench:rig` and `fsxbench:execution` among them. */
  readonly tags: Readonly<Record<string, string>>;
  /** Boot script, plain text (decoded from base64). */
  readonly userData: string;
  readonly privateIp: string;
  readonly instanceType: string;
  /** Epoch milliseconds. */
  readonly launchedAt: number;
}

export interface HostCommand {
  readonly commandId: string;
  /** Parameters of the SSM document, one value each. */
  readonly parameters: Readonly<Record<string, string>>;
  /** Document's executionTimeout: the process group is killed after it. */
  readonly executionTimeoutSeconds: number;
}

export interface CommandResult {
  readonly exitCode: number;
  readonly status: 'Success' | 'Failed' | 'TimedOut' | 'Cancelled';
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunningCommand {
  readonly done: Promise<CommandResult>;
  /**
   * Resolves when its script may begin: until then it waits for what runs for another attempt to end. Left out where
   * nobody can tell.
   */
  readonly begun?: Promise<void>;
  /** Ends the command with all its children; `done` then resolves as Cancelled. */
  cancel(): void;
}

export interface HostDriver {
  /** Resolves when the host has booted and its agent answers. Rejects where it cannot: it never comes online. */
  launch(host: HostLaunch): Promise<void>;
  run(instanceId: string, command: HostCommand): RunningCommand;
  /** Kills what runs on the host, removes its volumes and itself. Idempotent; rejects where something stays. */
  terminate(instanceId: string): Promise<void>;
  /** Hosts that outlived an earlier process; none for modelled hosts. */
  survivors(): Promise<readonly HostLaunch[]>;
  /** What an execution made on this machine, and whether it is still there; left out where hosts are modelled. */
  readonly notes?: LocalResources;
}

/** What a caught error says. By its members, not by its class: errors of Node.js may come from another realm. */

/** Code of an error of the operating system, e.g. `ENOENT` (errno(3)); empty for any other. */
export function getErrorCode(error: unknown): string {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : '';
  return typeof code === 'string' ? code : '';
}

/** Its message; the thing itself as text where it has none. */
export function getErrorMessage(error: unknown): string {
  const message = typeof error === 'object' && error !== null && 'message' in error ? error.message : undefined;
  return typeof message === 'string' ? message : String(error);
}
