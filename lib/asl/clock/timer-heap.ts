/** A timer of the virtual clock. */
export interface Timer {
  /** Epoch milliseconds. */
  readonly due: number;
  /** Timers due at the same moment fire in the order of this number. */
  readonly order: number;
  readonly fire: () => void;
  /** Index in the heap; -1 outside the heap. {@link TimerHeap} updates it, to remove cancelled timers directly. */
  place: number;
}

/** Binary heap of timers, earliest first. Adding and removing any timer costs O(log n). */
export class TimerHeap {
  private readonly timers: Timer[] = [];

  get size(): number {
    return this.timers.length;
  }

  add(timer: Timer): void {
    this.timers.push(timer);
    timer.place = this.timers.length - 1;
    this.rise(timer);
  }

  /** Removes and returns the earliest timer; undefined when the heap is empty. */
  next(): Timer | undefined {
    const first = this.timers[0];
    if (first !== undefined) this.remove(first);
    return first;
  }

  remove(timer: Timer): void {
    if (timer.place < 0) return;
    const place = timer.place;
    const last = this.timers.pop() as Timer;
    timer.place = -1;
    if (last === timer) return;
    this.put(last, place);
    this.rise(last);
    this.sink(last);
  }

  private put(timer: Timer, place: number): void {
    this.timers[place] = timer;
    timer.place = place;
  }

  private rise(timer: Timer): void {
    while (timer.place > 0) {
      const parent = this.timers[(timer.place - 1) >> 1] as Timer;
      if (isBefore(parent, timer)) return;
      this.swap(parent, timer);
    }
  }

  private sink(timer: Timer): void {
    for (;;) {
      const left = this.timers[2 * timer.place + 1];
      const right = this.timers[2 * timer.place + 2];
      const child = right !== undefined && left !== undefined && isBefore(right, left) ? right : left;
      if (child === undefined || isBefore(timer, child)) return;
      this.swap(timer, child);
    }
  }

  private swap(upper: Timer, lower: Timer): void {
    const place = upper.place;
    this.put(upper, lower.place);
    this.put(lower, place);
  }
}

function isBefore(a: Timer, b: Timer): boolean {
  return a.due < b.due || (a.due === b.due && a.order < b.order);
}
