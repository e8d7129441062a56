/**
 * Identifiers in AWS's forms, from a source of randomness that is passed in: the same seed gives the same identifiers.
 */
export interface Ids {
  /** Hex digits, lower case. */
  hex(digits: number): string;
  /** UUID of version 4. */
  uuid(): string;
}

/** @param random numbers in [0, 1), as Math.random gives them. */
export function makeIds(random: () => number): Ids {
  const digit = (): string => Math.floor(random() * 16).toString(16);
  const hex = (digits: number): string => Array.from({ length: digits }, digit).join('');
  return {
    hex,
    uuid: () => {
      const variant = '89ab'[Math.floor(random() * 4)] ?? '8';
      return `${hex(8)}-${hex(4)}-4${hex(3)}-${variant}${hex(3)}-${hex(12)}`;
    },
  };
}

/** Account and region of the modelled resources; part of every ARN. */
export interface Place {
  readonly region: string;
  /** Twelve digits. */
  readonly account: string;
}

/** An ARN, e.g. `arn({region, account}, 'states', 'stateMachine:rig')`. */
export function arn(place: Place, service: string, resource: string): string {
  return `arn:aws:${service}:${place.region}:${place.account}:${resource}`;
}
