/** What a plan says of copies that could as well not have been made, or have been made. */

/** A target of a rig that could be changed in place, or be made anew: what was chosen, and what the rig costs. */
export interface CopyChoice {
  readonly target: string;
  /** Its levels, between which it changes in every round, or its stages with AWS's pause between them. */
  readonly of: 'levels' | 'stages';
  readonly chosen: 'inPlace' | 'copies';
  /** Modelled price and length of the whole rig, as chosen and the other way. */
  readonly usd: number;
  readonly seconds: number;
  readonly otherUsd: number;
  readonly otherSeconds: number;
}
