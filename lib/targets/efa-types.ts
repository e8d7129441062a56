/** Which EC2 instance types have an Elastic Fabric Adapter that FSx for Lustre takes: of Nitro 4 and later. */

/**
 * Sizes by family: EC2 guide, Elastic Fabric Adapter, Supported instance types
 * (https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/efa.html#efa-instance-types), those that the Lustre guide takes:
 * "Nitro v4 (or higher), excluding the trn2 instance family"
 * (https://docs.aws.amazon.com/fsx/latest/LustreGuide/configure-efa-clients.html). As generally known in November 2026.
 */
const SIZES: Readonly<Record<string, readonly string[]>> = {
  ...each('c6a m6a r6a c7a m7a r7a c7i m7i r7i i7ie hpc6a', ['48xlarge']),
  ...each('c6i c6id c6in m6i m6id m6idn m6in r6i r6id r6idn r6in x2idn x2iedn i4i', ['32xlarge', 'metal']),
  ...each('r7iz hpc6id trn1 trn1n', ['32xlarge']),
  ...each('c6gn c7g c7gd c7gn m7g m7gd r7g r7gd i4g im4gn', ['16xlarge', 'metal']),
  ...each('m8g c8g r8g', ['24xlarge', '48xlarge']),
  ...each('hpc7a', ['12xlarge', '24xlarge', '48xlarge', '96xlarge']),
  ...each('hpc7g', ['4xlarge', '8xlarge', '16xlarge']),
  ...each('p5 p5e p5en', ['48xlarge']),
};

/** Families of Nitro 3 and before, with an adapter or not: Lustre does not take theirs. Same pages. */
const OLDER: readonly string[] = words(
  'c4 c5 c5a c5ad c5d c5n c6g c6gd m4 m5 m5a m5ad m5d m5dn m5n m5zn m6g m6gd r4 r5 r5a r5b r5d r5dn r5n r6g r6gd ' +
    't2 t3 t3a t4g i3 i3en d3 d3en x1 x2gd x2iezn z1d p3 p3dn p4d p4de g4dn g5 inf1 dl1',
);

function words(text: string): string[] {
  return text.split(' ');
}

function each(families: string, sizes: readonly string[]): Record<string, readonly string[]> {
  return Object.fromEntries(words(families).map((family) => [family, sizes]));
}

/** e.g. for messages: types of which one is likely at hand. */
const EXAMPLES = 'c6in.32xlarge, c7gn.16xlarge or m7i.48xlarge';

/** Why hosts of a type cannot reach a file system by EFA; `sure` where the pages say so. Null where they can. */
export function withoutEfa(instanceType: string): { readonly sure: boolean; readonly why: string } | null {
  const [family = '', size = ''] = instanceType.split('.');
  const sizes = SIZES[family];
  if (sizes?.includes(size) === true) return null;
  const take = `take ${EXAMPLES}`;
  if (OLDER.includes(family) || family === 'trn2')
    return {
      sure: true,
      why: `Lustre takes no adapter of ${family}: it needs Nitro 4 or later, and not trn2; ${take}`,
    };
  if (sizes === undefined || size.startsWith('metal'))
    return { sure: false, why: `whether it has an adapter that Lustre takes is not known here; for sure ${take}` };
  return { sure: true, why: `of ${family} only ${sizes.join(', ')} ${sizes.length > 1 ? 'have' : 'has'} one` };
}
