import { withoutEfa } from '../../lib/targets/efa-types';

describe('instance types with an adapter that Lustre takes', () => {
  it.each(['c6in.32xlarge', 'c7gn.16xlarge', 'm7i.48xlarge', 'hpc7a.12xlarge', 'p5.48xlarge', 'c6in.metal'])(
    'are %s among others',
    (instanceType) => {
      expect(withoutEfa(instanceType)).toBeNull();
    },
  );

  it.each([
    [
      'c5n.18xlarge',
      'Lustre takes no adapter of c5n: it needs Nitro 4 or later, and not trn2; take c6in.32xlarge, c7gn.16xlarge ' +
        'or m7i.48xlarge',
    ],
    [
      'trn2.48xlarge',
      'Lustre takes no adapter of trn2: it needs Nitro 4 or later, and not trn2; take c6in.32xlarge, c7gn.16xlarge ' +
        'or m7i.48xlarge',
    ],
    ['c6in.16xlarge', 'of c6in only 32xlarge, metal have one'],
    ['m7i.24xlarge', 'of m7i only 48xlarge has one'],
  ])('are surely not %s', (instanceType, why) => {
    expect(withoutEfa(instanceType)).toEqual({ sure: true, why });
  });

  it.each(['c9x.48xlarge', 'm7i.metal-48xl'])('may be %s, which is not known', (instanceType) => {
    expect(withoutEfa(instanceType)).toEqual({
      sure: false,
      why:
        'whether it has an adapter that Lustre takes is not known here; for sure take c6in.32xlarge, c7gn.16xlarge ' +
        'or m7i.48xlarge',
    });
  });
});
