/** Use of external storage in a plan. */
/** A TCP port, or a range as text: `6800-7568`. */
export type Ports = number | string;

export function parsePorts(ports: Ports): { readonly from: number; readonly to: number } {
  const [from = 0, to = from] = String(ports).split('-').map(Number);
  return { from, to };
}

/** External storage as used by one target instance. */
export interface ExternalUse {
  /** Unique ids of the storage systems, for locks. */
  readonly stores: readonly string[];
  /** Servers that hosts must reach, with TCP ports. */
  readonly reaches: readonly { readonly address: string; readonly ports: readonly Ports[] }[];
  /** ARNs of secrets that the hosts of these roles read. */
  readonly secrets: readonly string[];
  readonly roles: readonly string[];
  /** Outputs for hosts: owner of the folders, execution, and name of the target instance. */
  readonly told: { readonly store: { readonly owner: string; readonly execution: string; readonly name: string } };
}
