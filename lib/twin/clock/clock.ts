/** The only source of time in the twin. */
export interface Clock {
  readonly virtual: boolean;
  /** Epoch milliseconds. */
  now(): number;
  /**
   * Resolves after `milliseconds`. `cancel` ends the wait early by resolving it with `'cancelled'`, and frees the
   * timer. A virtual clock jumps to the next due moment only when every branch waits.
   */
  sleep(milliseconds: number, cancel?: AbortSignal): Promise<'elapsed' | 'cancelled'>;
  /** Holds a virtual clock still while real work (a file, a process) is under way. Returns the promise's own result. */
  busy<T>(work: Promise<T>): Promise<T>;
}
