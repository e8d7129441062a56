/** Readers of tool output for `parse` and `judge`: of all executable kinds, and of tools that fsxbench does not run. */
import { WORKLOAD_KINDS } from '../shapes/workload-kinds';
import type { OutputReader } from './contract';
import { OMB_READER } from './kafka/omb';
import { findWorkload } from './registry';

/** Tools that fsxbench does not run. */
const EXTERNAL_READERS: readonly OutputReader[] = [OMB_READER];

/** All readers. A file of unknown origin is tried in this order. */
export const READERS: readonly OutputReader[] = [
  ...WORKLOAD_KINDS.flatMap((kind) => findWorkload(kind) ?? []),
  ...EXTERNAL_READERS,
];
