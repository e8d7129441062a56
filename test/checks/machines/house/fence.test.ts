import { ALL, DATA_LIMIT, listFindings, type Json, task } from '../machines';

const ABSENT = { ErrorEquals: ['S3.NoSuchKeyException'], Next: 'Create' };
const look = (catchers: readonly Json[], more: Json = {}): Json =>
  task('aws-sdk:s3:getObject', { Key: '{% $states.input.fence %}' }, { Catch: catchers, Next: 'Failed', ...more });
const YOUNG = "{% $millis() - $lookedAt < 120000 ? 'subnet' : $error('the look is too long ago') %}";
const CREATE = task('aws-sdk:efs:createMountTarget', { SubnetId: YOUNG });
const fence = (states: Json): string[] => listFindings(states).filter((finding) => finding.includes(' fence: '));

describe('fence', () => {
  it('lets a create through only where the fence is certainly absent', () => {
    expect(fence({ Look: look([ABSENT, DATA_LIMIT, ALL]), Create: CREATE })).toEqual([]);
  });

  it('finds a create without a look, or past it', () => {
    expect(fence({ Create: CREATE })).toEqual([expect.stringContaining('Create fence: efs:createMountTarget can be')]);
    expect(fence({ Look: look([ABSENT, DATA_LIMIT, ALL], { Next: 'Create' }), Create: CREATE })).toHaveLength(1);
  });

  it('finds a create that goes on when it cannot look', () => {
    const open = { ErrorEquals: ['States.ALL'], Next: 'Create' };
    expect(fence({ Look: look([DATA_LIMIT, open]), Create: CREATE })).toHaveLength(1);
    const both = { ErrorEquals: ['S3.NoSuchKeyException', 'S3.S3Exception'], Next: 'Create' };
    expect(fence({ Look: look([both, DATA_LIMIT, ALL]), Create: CREATE })).toHaveLength(1);
  });

  it('finds a look at something else', () => {
    const elsewhere = task(
      'aws-sdk:s3:getObject',
      { Key: 'plan.json' },
      { Catch: [ABSENT, DATA_LIMIT, ALL], Next: 'Failed' },
    );
    expect(fence({ Look: elsewhere, Create: CREATE })).toHaveLength(1);
  });

  it('finds a create that does not mind how old its look is: a redrive enters behind it', () => {
    const old = task('aws-sdk:efs:createMountTarget', { SubnetId: 'subnet' });
    expect(fence({ Look: look([ABSENT, DATA_LIMIT, ALL]), Create: old })).toEqual([
      expect.stringContaining('Create fence: efs:createMountTarget accepts any age of the fence check'),
    ]);
  });

  it('finds a command that is sent without a check of the fence and of the outcome of its rig', () => {
    const send = task('aws-sdk:ssm:sendCommand', { Comment: YOUNG });
    const without = (key: string): string => `ssm:sendCommand can be reached without a check of the ${key}`;
    const outcome = task(
      'aws-sdk:s3:getObject',
      { Key: '{% $states.input.outcome %}' },
      { Catch: [ABSENT, DATA_LIMIT, ALL], Next: 'Failed' },
    );
    const fenced = look([{ ...ABSENT, Next: 'Outcome' }, DATA_LIMIT, ALL]);
    expect(fence({ Create: send })).toEqual([
      expect.stringContaining(without('fence')),
      expect.stringContaining(without('outcome')),
    ]);
    expect(fence({ Look: look([ABSENT, DATA_LIMIT, ALL]), Create: send })).toEqual([
      expect.stringContaining(without('outcome')),
    ]);
    expect(fence({ Look: outcome, Create: send })).toEqual([expect.stringContaining(without('fence'))]);
    expect(fence({ Look: fenced, Outcome: outcome, Create: send })).toEqual([]);
  });

  it('counts a look around the graph in which the create stands', () => {
    const inner = { Make: { ...CREATE, Catch: [] } };
    const around = { Type: 'Map', ItemProcessor: { StartAt: 'Make', States: inner }, End: true };
    expect(fence({ Look: look([ABSENT, DATA_LIMIT, ALL]), Create: around })).toEqual([]);
    expect(fence({ Create: around })).toHaveLength(1);
  });
});
