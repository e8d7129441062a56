/** What existed and happened when, for the timeline of a report. Times are ISO 8601. */
export interface TimelineBar {
  /** Lane, e.g. `r1` or `r1 client-0`. */
  readonly lane: string;
  /** What a rig was busy with; `existing` for a resource that is there and paid for. */
  readonly phase: 'creating' | 'preparing' | 'measuring' | 'changing' | 'idle' | 'deleting' | 'existing';
  readonly label: string;
  readonly from: string;
  readonly to: string;
}
