/** Rules beyond the schema of database. */
import type { Problem } from '../../shapes/problem';
import { type DatabaseParams, isPhases } from './schema';

/** `path` is relative to the workload's entry in the spec. */
export function check(params: DatabaseParams): Problem[] {
  const error = (path: string, message: string): Problem => ({
    severity: 'error',
    code: 'BadValue',
    path: [path],
    message,
  });
  const tooSmall = params.size < 1024 ** 3 ? [error('size', 'one GiB is the least that is no cache alone')] : [];
  const tooShort =
    !isPhases(params) && params.measure < 1 ? [error('measure', 'one second is the least that tells anything')] : [];
  return [...tooSmall, ...tooShort];
}
