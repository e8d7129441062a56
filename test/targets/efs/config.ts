/** A file system that breaks no rule. */
import type { Efs } from '../../../lib/targets/efs/schema';

export const CONFIG: Efs = {
  kind: 'efs',
  zone: 'regional',
  throughputMode: 'elastic',
  performanceMode: 'generalPurpose',
  encrypted: true,
  storedGiB: 100,
};
