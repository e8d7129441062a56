/** The choice between changing a target in place and creating separate target instances, with the cost of the rig. */
export interface CopyChoice {
  readonly target: string;
  /** Its levels, which change in every round, or its stages, with AWS's pause between them. */
  readonly of: 'levels' | 'stages';
  readonly chosen: 'inPlace' | 'copies';
  /** Estimated cost and duration of the whole rig, as chosen and for the alternative. */
  readonly usd: number;
  readonly seconds: number;
  readonly otherUsd: number;
  readonly otherSeconds: number;
}
