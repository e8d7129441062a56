/**
 * What of a file system can be changed in place: its throughput mode, and how much is provisioned. More may be
 * provisioned at any time; another mode, or less, only a day after whatever was changed before.
 * https://docs.aws.amazon.com/efs/latest/ug/API_UpdateFileSystem.html
 */
import { fromTo, waitFor } from '../fsx-shared';
import type { Change } from '../../shapes/requests';
import { DURATIONS } from './durations';
import { throughput } from './requests';
import type { Efs } from './schema';

/** "At least 24 hours": API reference, UpdateFileSystem, TooManyRequests. */
const COOL_DOWN_SECONDS = 24 * 3600;

/** What is taken only so long after any change: EFS guide, Managing throughput. */
const SELDOM = 'throughputMode or less provisionedMiBps';

const FIXED = ['zone', 'performanceMode', 'encrypted', 'kmsKeyId'] as const;

/** One request, or none. What would be stored is no setting of the service. */
export function change(from: Efs, to: Efs): Change {
  const fixed = FIXED.filter((name) => from[name] !== to[name]);
  if (fixed.length > 0) {
    const what = fixed.map((name) => fromTo(name, from[name] ?? 'that of EFS', to[name] ?? 'that of EFS')).join(', ');
    return { kind: 'recreate', why: `${what}: fixed when a file system is created` };
  }
  const mode = from.throughputMode !== to.throughputMode;
  const { provisionedMiBps: before = 0 } = from;
  const { provisionedMiBps: after = 0 } = to;
  if (!mode && before === after) return { kind: 'inPlace', requests: [] };
  const seldom = mode || after < before;
  return {
    kind: 'inPlace',
    requests: [
      {
        of: 'fs',
        call: 'efs:UpdateFileSystem',
        input: { FileSystemId: '@fs.fileSystemId', ...throughput(to) },
        ...waitFor(DURATIONS.changes.throughput),
        coolDownSeconds: COOL_DOWN_SECONDS,
        coolsDown: seldom ? [SELDOM] : [],
        // Whatever is changed, a day has to pass before another mode or less.
        holdsBack: [SELDOM],
        interruption: false,
      },
    ],
  };
}
