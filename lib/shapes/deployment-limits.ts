/** What whoever pays for an account allows: settings of a deployment, read by its admission. */
export interface DeploymentLimits {
  /** The most that `limits.maxUsd` of a spec may be, US dollars. */
  readonly maxUsd?: number;
  /** The most executions at a time. */
  readonly maxRunning?: number;
  /** US dollars of what is admitted in a calendar month (UTC): spent by what ended, reserved by what runs. */
  readonly maxUsdPerMonth?: number;
}
