/** What whoever pays for an account allows: settings of a deployment, read by its admission. */
export interface DeploymentLimits {
  /** The most that `limits.maxUsd` of a spec may be, US dollars. */
  readonly maxUsd?: number;
  /** The most executions at a time. */
  readonly maxRunning?: number;
  /** US dollars of a calendar month (UTC): spent by executions that ended, and reserved for those that run. */
  readonly maxUsdPerMonth?: number;
}
