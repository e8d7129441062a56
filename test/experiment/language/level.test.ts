import { labelOf } from '../../../lib/experiment/language/level';
import type { Level } from '../../../lib/shapes/spec';

it('is the name that a mapping has', () => {
  expect(labelOf({ name: 'gp3', type: 'gp3', iops: 3000 })).toBe('gp3');
  expect(labelOf({ name: '', bs: '4k' })).toBe('name=,bs=4k');
});

it('names settings, also one that should be none', () => {
  expect(labelOf({ rw: 'randread', bs: '4k' })).toBe('rw=randread,bs=4k');
  expect(labelOf({ rw: 'randread', bs: {} } as unknown as Level)).toBe('rw=randread,bs={}');
});
