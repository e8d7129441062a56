import { toLabel } from '../../../lib/experiment/language/level';
import type { Level } from '../../../lib/shapes/spec';

it('uses the `name` of a mapping as the label of its level, unless it is empty', () => {
  expect(toLabel({ name: 'gp3', type: 'gp3', iops: 3000 })).toBe('gp3');
  expect(toLabel({ name: '', bs: '4k' })).toBe('name=,bs=4k');
});

it('lists the settings of a mapping as the label, including an invalid nested one', () => {
  expect(toLabel({ rw: 'randread', bs: '4k' })).toBe('rw=randread,bs=4k');
  expect(toLabel({ rw: 'randread', bs: {} } as unknown as Level)).toBe('rw=randread,bs={}');
});
