import { makeVirtualClock } from '../../../../lib/asl/clock/virtual';
import type { MapRun } from '../../../../lib/asl/interpreter/execution';
import { StateError, type TaskCall } from '../../../../lib/asl/interpreter/tasks/task';
import { prepare, type Settings, START } from '../execute';
import { after, redrive, task } from '../redriven';

const DAY = 24 * 3600 * 1000;
const NEVER = new Promise<never>(() => {});

describe('a redriven distributed Map', () => {
  const states = (more: object = {}) => ({
    M: {
      Type: 'Map',
      Label: 'Items',
      Items: ['a', 'b', 'c', 'd'],
      ItemProcessor: {
        ProcessorConfig: { Mode: 'DISTRIBUTED', ExecutionType: 'STANDARD' },
        StartAt: 'One',
        States: { One: task({ Next: 'Two' }), Two: task({ Arguments: '{% $states.input %}', End: true }) },
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

  it('goes on with the same run: children that failed are redriven, others started, none again', async () => {
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
    expect(after(execution)).toEqual([
      'ExecutionRedriven',
      'MapRunRedriven',
      'MapRunSucceeded',
      'MapStateSucceeded',
      'MapStateExited',
      'ExecutionSucceeded',
    ]);
  });

  it('counts children that wait to be redriven, and none when the run is over', async () => {
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

  it('leaves failed for good what can no longer be redriven', async () => {
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

  it('is a new run after States.DataLimitExceeded', async () => {
    const { runs, broken, calls, execution } = setUp({ Output: '{% $pad("", 300000, "x") %}' });
    broken.clear();
    await execution.start().done;
    expect(execution.error).toBe('States.DataLimitExceeded');
    await redrive(execution);
    expect(runs).toHaveLength(2);
    expect(calls.filter((call) => call === 'One a')).toHaveLength(2);
  });

  it('reads its items again where they could not be read, in the same run', async () => {
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

  it('fails when its run was redriven a thousand times', async () => {
    const { runs, execution } = setUp({});
    await execution.start().done;
    (runs[0] as MapRun).redriveCount = 1_000;
    await redrive(execution);
    expect(execution).toMatchObject({ status: 'FAILED', error: 'States.Runtime' });
  });
});
