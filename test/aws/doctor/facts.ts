/** Facts of an account in which every assumption holds, and the answer of AWS where a single one is wrong. */
import data from './facts.json';

export const ACCOUNT = '123456789012';
export const REGION = 'us-east-1';
export const BUCKET = 'fsxbenchsafety-results-1';
/** The maximum length of names. */
export const LUSTRE = 'doctor-2026-01-31-0300-xxxxxxxxxxxxxxxxxxxxxxxxx';
export const ZFS = 'openzfs-1';
export const ONTAP = 'ontap-1';
export const NOW = Date.UTC(2026, 0, 31, 3, 0, 0);

export function formatTestArn(service: string, resource: string): string {
  return ['arn:aws', service, REGION, ACCOUNT, resource].join(':');
}

/** An error as the SDK throws it. */
export function refusal(name: string, message: string): Error {
  return Object.assign(new Error(message), { name });
}

export interface Child {
  readonly name: string;
  readonly status: 'SUCCEEDED' | 'FAILED';
  readonly error?: string;
  readonly cause?: string;
}

type Sound = typeof data.sound;

interface Wider {
  safety: Sound['safety'] | null;
  bench: Sound['bench'] | null;
  internet: 'off' | 'block-ingress' | 'block-bidirectional';
  janitor: Pick<Child, 'status' | 'cause'>;
  children: Record<string, Child[]>;
  left: { kind: string; id: string }[];
  /** Kinds that cannot be listed. */
  unlisted: { kind: string; why: string }[];
  /** Actions that a role may do though it should not. */
  lax: string[];
  strict: string[];
}

/** Facts that a test may change, named after the answer of AWS. */
export type Facts = Omit<Sound, keyof Wider> & Wider;

export function soundFacts(): Facts {
  return structuredClone(data.sound) as unknown as Facts;
}

/** By the id of the line. Lines that need an experiment cannot be disproved: a failed experiment shows nothing. */
export const WRONG: Readonly<Record<string, (facts: Facts) => void>> = Object.fromEntries(
  Object.entries<object>(data.wrong).map(([id, change]) => [id, (facts) => merge(facts, structuredClone(change))]),
);

function merge(into: object, change: object): void {
  for (const [name, value] of Object.entries(change)) {
    const old: unknown = Reflect.get(into, name);
    const both = [old, value].every((one) => typeof one === 'object' && one !== null && !Array.isArray(one));
    if (both) merge(old as object, value as object);
    else Reflect.set(into, name, value);
  }
}
