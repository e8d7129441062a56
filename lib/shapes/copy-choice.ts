/** The choice between changing one target instance in place and creating several, with the cost of the rig for both. */
export interface CopyChoice {
  readonly target: string;
  /** What differs: factor levels, which change in every round, or stages, between which AWS requires a pause. */
  readonly of: 'levels' | 'stages';
  readonly chosen: 'inPlace' | 'copies';
  /** Estimated cost and duration of the whole rig: `usd` and `seconds` as chosen, `other…` for the alternative. */
  readonly usd: number;
  readonly seconds: number;
  readonly otherUsd: number;
  readonly otherSeconds: number;
}
