/** A cancel signal for waits: an `AbortSignal`, or a {@link Stop}. */
export interface Cancel {
  readonly aborted: boolean;
  addEventListener(type: 'abort', listener: () => void, options?: { readonly once: boolean }): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

/** The only source of time in simulations. */
export interface Clock {
  readonly virtual: boolean;
  /** Epoch milliseconds. */
  now(): number;
  /**
   * Resolves after `milliseconds`. `cancel` ends the wait early: it resolves with `'cancelled'` and frees the timer.
   */
  sleep(milliseconds: number, cancel?: Cancel): Promise<'elapsed' | 'cancelled'>;
  /** Stops a virtual clock while real work (file access, a process) runs. Returns the promise's result. */
  busy<T>(work: Promise<T>): Promise<T>;
}
