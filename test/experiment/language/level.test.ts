import { labelOf } from '../../../lib/experiment/language/level';
import type { Level } from '../../../lib/shapes/spec';

it('names settings, also one that should be none', () => {
  expect(labelOf({ rw: 'randread', bs: '4k' })).toBe('rw=randread,bs=4k');
  expect(labelOf({ rw: 'randread', bs: {} } as unknown as Level)).toBe('rw=randread,bs={}');
});
