import { toLabel } from '../../../lib/experiment/language/level';
import type { Level } from '../../../lib/shapes/spec';

it('is the name that a mapping has', () => {
  expect(toLabel({ name: 'gp3', type: 'gp3', iops: 3000 })).toBe('gp3');
  expect(toLabel({ name: '', bs: '4k' })).toBe('name=,bs=4k');
});

it('names settings, also one that should be none', () => {
  expect(toLabel({ rw: 'randread', bs: '4k' })).toBe('rw=randread,bs=4k');
  expect(toLabel({ rw: 'randread', bs: {} } as unknown as Level)).toBe('rw=randread,bs={}');
});
