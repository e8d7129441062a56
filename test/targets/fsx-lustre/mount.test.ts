import { mounted } from '../../../lib/targets/fsx-lustre/mount';
import { mountSchema } from '../../../lib/targets/fsx-lustre/schema';

/** As the FSx guide shows it (Lustre guide, Mounting from an EC2 instance). */
const OPTIONS = 'rw,noatime,flock,lazystatfs';
const wrong = (mount: object, options = OPTIONS, type = 'lustre'): readonly string[] =>
  mounted(mountSchema.parse(mount), { source: '10.0.0.9@tcp:/abcdefgh', type, options });

describe('a mount of Lustre as the kernel has it', () => {
  it('is what was asked for, tuned or not', () => {
    expect(wrong({})).toEqual([]);
    expect(wrong({ tuning: 'none' })).toEqual([]);
    expect(wrong({ flock: false, noatime: false }, 'rw,relatime,lazystatfs')).toEqual([]);
  });

  it('says what is not', () => {
    expect(wrong({ flock: false })).toEqual(['the kernel has flock, which nobody asked for']);
    expect(wrong({}, 'rw,lazystatfs')).toEqual([
      'noatime was asked for, the kernel has it not',
      'flock was asked for, the kernel has it not',
    ]);
    expect(wrong({}, 'rw', 'xfs')).toEqual(['lustre was asked for, the kernel has xfs']);
  });
});
