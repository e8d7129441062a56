/** File systems of FSx for Lustre. */
import type { TypeOfFsx } from './fsx-type';

export const lustre: TypeOfFsx<'LUSTRE'> = {
  // Lustre takes no final backup unless told to (API reference), and scratch types refuse any configuration, an empty
  // one too (https://github.com/hashicorp/terraform-provider-aws/pull/37717).
  removal: {},
  values: ({ LustreConfiguration }) => ({ mountName: LustreConfiguration?.MountName }),
  volumes: null,
};
