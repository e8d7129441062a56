import { type Timer, TimerHeap } from '../../../lib/asl/clock/timer-heap';

const timer = (due: number, order: number): Timer => ({ due, order, place: -1, fire: () => undefined });

function drain(heap: TimerHeap): string[] {
  const fired: string[] = [];
  for (let next = heap.next(); next !== undefined; next = heap.next()) fired.push(`${next.due}/${next.order}`);
  return fired;
}

/** The same numbers on every machine. */
function numbers(count: number): number[] {
  let state = 7;
  return Array.from({ length: count }, () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state % 50;
  });
}

describe('TimerHeap', () => {
  it('returns timers by due time, then by creation order', () => {
    const heap = new TimerHeap();
    const timers = numbers(500).map(timer);
    for (const each of timers) heap.add(each);
    const sorted = timers.toSorted((a, b) => a.due - b.due || a.order - b.order);
    expect(drain(heap)).toEqual(sorted.map(({ due, order }) => `${due}/${order}`));
  });

  it('drops removed timers immediately and keeps the others in order', () => {
    const heap = new TimerHeap();
    const timers = numbers(300).map(timer);
    for (const each of timers) heap.add(each);
    const removed = timers.filter(({ order }) => order % 3 === 0);
    for (const each of removed) heap.remove(each);
    expect(heap.size).toBe(200);
    const left = timers.filter(({ order }) => order % 3 !== 0).toSorted((a, b) => a.due - b.due || a.order - b.order);
    expect(drain(heap)).toEqual(left.map(({ due, order }) => `${due}/${order}`));
  });

  it('ignores the second removal of a timer', () => {
    const heap = new TimerHeap();
    const [first, second] = [timer(1, 0), timer(2, 1)];
    heap.add(first);
    heap.add(second);
    heap.remove(first);
    heap.remove(first);
    expect(drain(heap)).toEqual(['2/1']);
  });
});
