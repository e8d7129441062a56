/** Statements of policies. Every action is written out: a role that may do more than it does hides mistakes. */
import { Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam';

export type Conditions = Readonly<Record<string, Readonly<Record<string, string | string[]>>>>;

/** Denies actions, whatever else allows them. */
export function deny(
  actions: readonly string[],
  resources: readonly string[],
  conditions: Conditions,
): PolicyStatement {
  return new PolicyStatement({ effect: Effect.DENY, actions: [...actions], resources: [...resources], conditions });
}

/** Allows actions on resources. `*` as a resource is for actions that know no other, and says so where it is used. */
export function allow(
  actions: readonly string[],
  resources: readonly string[],
  conditions?: Conditions,
): PolicyStatement {
  return new PolicyStatement({
    effect: Effect.ALLOW,
    actions: [...actions],
    resources: [...resources],
    ...(conditions === undefined ? {} : { conditions }),
  });
}
