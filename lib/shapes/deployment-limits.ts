/** Limits in the settings of a deployment, checked at admission. */
export interface DeploymentLimits {
  /** Maximum for `limits.maxUsd` of a spec, US dollars. */
  readonly maxUsd?: number;
  readonly maxRunning?: number;
  /** US dollars per calendar month (UTC): spend of ended executions plus budgets of running ones. */
  readonly maxUsdPerMonth?: number;
}
