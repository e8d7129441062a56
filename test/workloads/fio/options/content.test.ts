import { thinData } from '../../../../lib/workloads/fio/options/content';

const thin = (options: Readonly<Record<string, string>>) => thinData((name) => options[name]);

describe('what of written data compresses or repeats', () => {
  it.each([
    [{ zero_buffers: '' }, 'all that is written is zeros (zero_buffers)'],
    [{ zero_buffers: '1', dedupe_percentage: '50' }, 'all that is written is zeros (zero_buffers)'],
    [{ buffer_pattern: '0xdeadbeef' }, 'one pattern is written again and again (buffer_pattern)'],
    [{ buffer_compress_percentage: '80' }, '80 % of the data compress away (buffer_compress_percentage)'],
    [{ dedupe_percentage: '50' }, '50 % of the blocks are as others (dedupe_percentage)'],
    [{ scramble_buffers: '0' }, 'the same buffers are written again and again (scramble_buffers=0)'],
  ])('of %j', (options, clause) => expect(thin(options)).toBe(clause));

  it.each([
    {},
    { zero_buffers: '0' },
    { scramble_buffers: '1' },
    { scramble_buffers: '0', refill_buffers: '1' },
    { scramble_buffers: '0', verify: 'crc32c' },
    { dedupe_percentage: '0' },
  ])('is nothing with %j', (options) => expect(thin(options)).toBeNull());
});
