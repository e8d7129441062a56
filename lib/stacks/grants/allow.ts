/** Policy statements. Actions contain no wildcards, so that no role has more permissions than it uses. */
import { Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam';

export type Conditions = Readonly<Record<string, Readonly<Record<string, string | string[]>>>>;

/** Denies actions, which overrides every allow. */
export function deny(
  actions: readonly string[],
  resources: readonly string[],
  conditions: Conditions,
): PolicyStatement {
  return new PolicyStatement({ effect: Effect.DENY, actions: [...actions], resources: [...resources], conditions });
}

/** Allows actions on resources. `*` is only for actions without resource-level permissions; callers note it. */
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
