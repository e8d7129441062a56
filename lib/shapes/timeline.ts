/** A bar in the timeline of a report. Times are ISO 8601. */
export interface TimelineBar {
  /** Lane, e.g. `r1` or `r1 client-0`. */
  readonly lane: string;
  /** Work of a rig; `existing` for a billed resource. */
  readonly phase: 'creating' | 'preparing' | 'measuring' | 'changing' | 'idle' | 'deleting' | 'existing';
  readonly label: string;
  readonly from: string;
  readonly to: string;
}
