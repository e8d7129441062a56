/** What is said of a job file that can be executed: what of it is left out, and what it measures beside the storage. */
import { groupBy } from '../../../shapes/group';
import type { Problem } from '../../../shapes/problem';
import { hotAdvice, thinAdvice } from '../cell/check';
import { atLine } from '../jobs/field';
import { type FileJob, readJobFile, thinOf } from '../jobs/read';
import { isRandom } from '../options/operations';
import type { JobFileParams } from '../schema';

const OPEN = 'https://man7.org/linux/man-pages/man2/open.2.html';

/** Findings with paths relative to the workload's entry. */
export function check({ jobFile }: JobFileParams): readonly Problem[] {
  const { jobs, notes, unknown } = readJobFile(jobFile);
  const path = ['jobFile'];
  const advice = (of: readonly FileJob[], { code, message }: Pick<Problem, 'code' | 'message'>): Problem => {
    const names = of.map(({ name }) => `[${name}]`).join(', ');
    return { severity: 'advice', code, path, message: `${names} ${message}` };
  };
  const buffered = jobs.filter(({ direct }) => !direct).map(({ name, directReason }) => `[${name}] ${directReason}`);
  const message = 'buffered I/O measures memory where files fit into it; direct=1 measures the storage';
  return [
    ...unknown.map((one): Problem => ({ severity: 'warning', code: 'UnknownOption', path, ...atLine(one) })),
    ...notes.map((note): Problem => ({ severity: 'advice', code: 'JobFileLine', path, ...atLine(note) })),
    ...jobs.flatMap((job) => {
      const distribution = job.options.get('random_distribution') ?? 'random';
      return distribution === 'random' || !isRandom(job.rw) ? [] : [advice([job], hotAdvice(distribution))];
    }),
    ...[...groupBy(jobs, thinOf)].flatMap(([clause, of]) => (clause === null ? [] : [advice(of, thinAdvice(clause))])),
    ...(buffered.length === 0
      ? []
      : [
          {
            severity: 'advice' as const,
            code: 'BufferedIo',
            path,
            message: `${buffered.join('; ')}: ${message}`,
            source: OPEN,
          },
        ]),
  ];
}
