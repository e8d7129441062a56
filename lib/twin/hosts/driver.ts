/** Hosts of the simulated EC2 and SSM: processes of this machine, or simulated ones. */
import type { LocalResources } from '../../aws/context';

export interface HostLaunch {
  readonly instanceId: string;
  /** All tags of the instance, including `fsxbench:rig` and `fsxbench:execution`. */
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
  /** The executionTimeout of the document: the process group is killed after it. */
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
  /** Resolves when the script may start, because commands of other attempts have ended. Absent if unknown. */
  readonly begun?: Promise<void>;
  /** Ends the command with all its children; `done` then resolves as Cancelled. */
  cancel(): void;
}

export interface HostDriver {
  /** Resolves when the host has booted and its agent answers. Rejects if the host never comes online. */
  launch(host: HostLaunch): Promise<void>;
  run(instanceId: string, command: HostCommand): RunningCommand;
  /** Kills the processes of a host, and removes the host and its volumes. Idempotent; rejects if something is left. */
  terminate(instanceId: string): Promise<void>;
  /** Hosts that outlived an earlier process; none for simulated hosts. */
  survivors(): Promise<readonly HostLaunch[]>;
  /** Resources of an execution on this machine that still exist; absent if hosts are simulated. */
  readonly notes?: LocalResources;
}

/** Facts of a caught error, by its members and not its class: errors of Node.js may come from another realm. */

/** Code of an error of the operating system, e.g. `ENOENT` (errno(3)); empty for any other. */
export function getErrorCode(error: unknown): string {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : '';
  return typeof code === 'string' ? code : '';
}

/** The message of an error, or the value as text. */
export function getErrorMessage(error: unknown): string {
  const message = typeof error === 'object' && error !== null && 'message' in error ? error.message : undefined;
  return typeof message === 'string' ? message : String(error);
}
