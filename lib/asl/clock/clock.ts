/** What ends a wait early: an `AbortSignal`, or a {@link Stop}. */
export interface Cancel {
  readonly aborted: boolean;
  addEventListener(type: 'abort', listener: () => void, options?: { readonly once: boolean }): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

/** The only source of time in the twin. */
export interface Clock {
  readonly virtual: boolean;
  /** Epoch milliseconds. */
  now(): number;
  /**
   * Resolves after `milliseconds`. `cancel` ends the wait early by resolving it with `'cancelled'`, and frees the
   * timer. A virtual clock jumps to the next due moment only when every branch waits.
   */
  sleep(milliseconds: number, cancel?: Cancel): Promise<'elapsed' | 'cancelled'>;
  /** Holds a virtual clock still while real work (a file, a process) is under way. Returns the promise's own result. */
  busy<T>(work: Promise<T>): Promise<T>;
}
