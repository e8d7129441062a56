/**
 * A bar in the timeline of a report. Times are ISO 8601.
 * @example { lane: 'r1', phase: 'measuring', label: 't0001', from: '2026-11-28T01:13:00Z', to: '2026-11-28T01:14:30Z'
 *   }
 */
export interface TimelineBar {
  /** Lane, e.g. `r1` or `r1 client-0`. */
  readonly lane: string;
  /** Phase of a rig; `existing`: the time in which a billed resource exists. */
  readonly phase: 'creating' | 'preparing' | 'measuring' | 'changing' | 'idle' | 'deleting' | 'existing';
  readonly label: string;
  readonly from: string;
  readonly to: string;
}
