/** Stores that others own: what a plan says of their use. */

/** A TCP port, or a span of them as text: `6800-7568`. */
export type Ports = number | string;

/** The first and the last of them. */
export function parsePorts(ports: Ports): { readonly from: number; readonly to: number } {
  const [from = 0, to = from] = String(ports).split('-').map(Number);
  return { from, to };
}

/** A store that others own, as one copy uses it. */
export interface ExternalUse {
  /** What it is, for leases: a text for each store, which no other has. */
  readonly stores: readonly string[];
  /** Servers that hosts must be let out to, with their TCP ports. */
  readonly reaches: readonly { readonly address: string; readonly ports: readonly Ports[] }[];
  /** ARNs of secrets that the hosts of these roles read. */
  readonly secrets: readonly string[];
  readonly roles: readonly string[];
  /** For hosts, as what is made is: who makes folders there, for which execution, and the name of this one. */
  readonly told: { readonly store: { readonly owner: string; readonly execution: string; readonly name: string } };
}
