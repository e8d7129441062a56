/** Rules beyond the schema of kafka-perf. */
import type { Problem } from '../../shapes/problem';
import type { KafkaPerfParams } from './schema';

/** `path` is relative to the workload's entry in the spec. */
export function check({ messageSize, measure: seconds }: KafkaPerfParams): Problem[] {
  const found: Problem[] = [];
  if (messageSize === 0)
    found.push({
      severity: 'error',
      code: 'BadValue',
      path: ['messageSize'],
      message: 'a message has one byte at least',
    });
  if (seconds < 1)
    found.push({
      severity: 'error',
      code: 'BadValue',
      path: ['measure'],
      message: 'one second is the least that tells anything',
    });
  return found;
}
