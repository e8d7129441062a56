import { waits } from '../../../lib/experiment/plan/commands';

it('only hosts that have others beside them wait for a common instant', () => {
  expect(waits({ barrier: true, hosts: 2 })).toBe(true);
  expect(waits({ barrier: true, hosts: 1 })).toBe(false);
  expect(waits({ barrier: false, hosts: 2 })).toBe(false);
});
