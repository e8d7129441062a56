/** The calls of the AWS SDK, as the generated table `members.json` says them. */
import members from './members.json';

/** A plain value (0), a structure by its name, a list, or a map with any keys. */
export type Ref = 0 | string | readonly [Ref] | { readonly '*': Ref };

/** One service, by the name that `aws-sdk:NAME` has. */
export interface Service {
  /** All actions, e.g. `createFleet`. */
  readonly actions: readonly string[];
  /** Names of the structures of request and answer; only for some actions. */
  readonly calls: Readonly<
    Record<string, { readonly input: string; readonly output: string; readonly required: readonly string[] }>
  >;
  /** Members of structures, as the SDK spells them. */
  readonly shapes: Readonly<Record<string, Readonly<Record<string, Ref>>>>;
}

export type SdkTable = Readonly<Record<string, Service>>;

/** Made by checks/sdk-members.ts from the installed clients. */
const table: unknown = members;
export const SDK = table as SdkTable;
