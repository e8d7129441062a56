import { type Timer, TimerHeap } from '../../../lib/asl/clock/timer-heap';

it('ignores the second removal of a timer', () => {
  const heap = new TimerHeap();
  const [first, second] = [1, 2].map((due): Timer => ({ due, order: due, place: -1, fire: () => undefined }));
  for (const timer of [first!, second!]) heap.add(timer);
  heap.remove(first!);
  heap.remove(first!);
  expect([heap.next(), heap.next()]).toEqual([second, undefined]);
});
