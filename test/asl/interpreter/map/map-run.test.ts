import { makeVirtualClock } from '../../../../lib/asl/clock/virtual';
import type { MapRun } from '../../../../lib/asl/interpreter/execution';
import { StateError, type TaskCall } from '../../../../lib/asl/interpreter/tasks/task';
import { prepare, type Settings, START } from '../execute';
import { listRedriveEvents, redrive, makeTask } from '../redriven';

const DAY = 24 * 3600 * 1000;
const NEVER = new Promise<never>(() => {});

describe('redriven distributed Map', () => {
  const states = (more: object = {}) => ({
    M: {
      Type: 'Map',
      Label: 'Items',
      Items: ['a', 'b', 'c', 'd'],
      ItemProcessor: {
        ProcessorConfig: { Mode: 'DISTRIBUTED', ExecutionType: 'STANDARD' },
        StartAt: 'One',
        States: { One: makeTask({ Next: 'Two' }), Two: makeTask({ Arguments: '{% $states.input %}', End: true }) },
      },
      MaxConcurrency: 1,
      End: true,
      ...more,
    },
  });

  function setUp(more: object = {}, settings: Settings = {}) {
    const runs: MapRun[] = [];
    const broken = new Set(['b']);
    const calls: string[] = [];
    const answer = ({ state, arguments: args }: TaskCall): unknown => {
      calls.push(`${state} ${String(args)}`);
      if (state === 'Two' && broken.has(String(args))) throw new StateError('Down', 'for now');
      return args;
    };
    const execution = prepare(states(more), { task: answer, onMapRun: (run) => runs.push(run), ...settings });
    return { runs, broken, calls, execution };
  }

  it('continues the same Map run: redrives failed children and starts the missing ones', async () => {
    const { runs, broken, calls, execution } = setUp({});
    await execution.start().done;
    expect(execution.error).toBe('States.ExceedToleratedFailureThreshold');
    expect(calls).toEqual(['One a', 'Two a', 'One b', 'Two b']);
    broken.clear();
    calls.length = 0;
    await redrive(execution);
    expect(calls).toEqual(['Two b', 'One c', 'Two c', 'One d', 'Two d']);
    expect(execution.output).toEqual(['a', 'b', 'c', 'd']);
    expect(runs).toHaveLength(1);
    expect(runs[0]).toMatchObject({ status: 'SUCCEEDED', redriveCount: 1, redriveDate: START });
    expect(runs[0]?.children.map(({ redriveCount }) => redriveCount)).toEqual([0, 1, 0, 0]);
    expect(listRedriveEvents(execution)).toEqual([
      'ExecutionRedriven',
      'MapRunRedriven',
      'MapRunSucceeded',
      'MapStateSucceeded',
      'MapStateExited',
      'ExecutionSucceeded',
    ]);
  });

  it('reports children that wait for redrive as PENDING_REDRIVE, and counts them as lost when stopped', async () => {
    const clock = makeVirtualClock(START);
    const { runs, execution } = setUp({ MaxConcurrency: 4 }, { clock, task: () => NEVER });
    execution.start();
    await clock.sleep(1_000);
    execution.stop();
    expect(runs[0]).toMatchObject({ status: 'ABORTED', lost: 4 });
    const narrow = runs[0] as MapRun;
    (narrow.limits as { maxConcurrency: number }).maxConcurrency = 1;
    execution.redrive();
    await clock.sleep(1_000);
    expect(narrow).toMatchObject({ status: 'RUNNING', lost: 0 });
    expect(narrow.children.map((child) => narrow.getStatus(child))).toEqual([
      'RUNNING',
      'PENDING_REDRIVE',
      'PENDING_REDRIVE',
      'PENDING_REDRIVE',
    ]);
    execution.stop();
    expect(narrow.lost).toBe(4);
  });

  it('keeps a child as failed when it ended more than 14 days ago', async () => {
    const clock = makeVirtualClock(START);
    let hangs = true;
    const { runs, execution } = setUp(
      { ToleratedFailureCount: 1 },
      {
        clock,
        task: ({ state, arguments: args }) => {
          if (state === 'Two' && args === 'b') throw new StateError('Down', 'for now');
          return hangs && args === 'd' ? NEVER : args;
        },
      },
    );
    execution.start();
    await clock.sleep(15 * DAY);
    execution.stop();
    expect(runs[0]?.lost).toBe(2);
    hangs = false;
    await redrive(execution);
    expect(execution).toMatchObject({ status: 'SUCCEEDED', output: ['a', 'c', 'd'] });
    expect(runs[0]?.lost).toBe(1);
  });

  it('starts a new Map run after States.DataLimitExceeded', async () => {
    const { runs, broken, calls, execution } = setUp({ Output: '{% $pad("", 300000, "x") %}' });
    broken.clear();
    await execution.start().done;
    expect(execution.error).toBe('States.DataLimitExceeded');
    await redrive(execution);
    expect(runs).toHaveLength(2);
    expect(calls.filter((call) => call === 'One a')).toHaveLength(2);
  });

  it('reads its items again in the same Map run after States.ItemReaderFailed', async () => {
    let there = false;
    const { runs, execution } = setUp(
      {
        Items: undefined,
        ItemReader: {
          Resource: 'arn:aws:states:::s3:getObject',
          ReaderConfig: { InputType: 'JSON' },
          Arguments: { Bucket: 'b', Key: 'k' },
        },
      },
      {
        task: ({ resource, arguments: args }) => {
          if (!resource.includes('s3')) return args;
          if (!there) throw new StateError('S3.NoSuchKeyException', 'no such key');
          return { Body: '["x"]' };
        },
      },
    );
    await execution.start().done;
    expect(execution.error).toBe('States.ItemReaderFailed');
    there = true;
    await redrive(execution);
    expect(execution.output).toEqual(['x']);
    expect(runs).toHaveLength(1);
  });

  it('fails with States.Runtime when its Map run was redriven 1000 times', async () => {
    const { runs, execution } = setUp({});
    await execution.start().done;
    (runs[0] as MapRun).redriveCount = 1_000;
    await redrive(execution);
    expect(execution).toMatchObject({ status: 'FAILED', error: 'States.Runtime' });
  });
});
