/** Use of external storage (which fsxbench does not create) in a plan. */
import type { SecretServers } from './secret-servers';

/** A TCP port, or a range as text: `6800-7568`. */
export type Ports = number | string;

export function parsePorts(ports: Ports): { readonly from: number; readonly to: number } {
  const [from = 0, to = from] = String(ports).split('-').map(Number);
  return { from, to };
}

/** External storage as used by one target instance. */
export interface ExternalUse {
  /** Unique ids of the storage systems; locks use these ids. */
  readonly stores: readonly string[];
  /** Servers that hosts must reach, with TCP ports. */
  readonly servers: readonly {
    readonly address: string;
    readonly ports: readonly Ports[];
    /** File system at this address that hosts mount with their IAM role. */
    readonly fileSystemId?: string;
  }[];
  /** Secrets that the hosts of these roles read, with the servers that they go to. */
  readonly secrets: readonly SecretServers[];
  readonly roles: readonly string[];
  /** Outputs for hosts: the owner of the folders, the execution and the name of the target instance. */
  readonly outputs: { readonly store: { readonly owner: string; readonly execution: string; readonly name: string } };
}
