import { ALL, DATA_LIMIT, listFindings, type Json, makeTask } from '../machines';

const ABSENT = { ErrorEquals: ['S3.NoSuchKeyException'], Next: 'Create' };
const look = (catchers: readonly Json[], more: Json = {}): Json =>
  makeTask('aws-sdk:s3:getObject', { Key: '{% $states.input.fence %}' }, { Catch: catchers, Next: 'Failed', ...more });
const YOUNG = "{% $millis() - $lookedAt < 120000 ? 'subnet' : $error('the look is too long ago') %}";
const CREATE = makeTask('aws-sdk:efs:createMountTarget', { SubnetId: YOUNG });
const fence = (states: Json): string[] => listFindings(states).filter((finding) => finding.includes(' fence: '));

describe('lint rule fence (S3 object that forbids creation)', () => {
  it('accepts a create only after a check that the fence is absent', () => {
    expect(fence({ Look: look([ABSENT, DATA_LIMIT, ALL]), Create: CREATE })).toEqual([]);
  });

  it('reports a create without a fence check, or on a path around it', () => {
    expect(fence({ Create: CREATE })).toEqual([expect.stringContaining('Create fence: efs:createMountTarget can be')]);
    expect(fence({ Look: look([ABSENT, DATA_LIMIT, ALL], { Next: 'Create' }), Create: CREATE })).toHaveLength(1);
  });

  it('reports a create that continues when the fence check fails', () => {
    const open = { ErrorEquals: ['States.ALL'], Next: 'Create' };
    expect(fence({ Look: look([DATA_LIMIT, open]), Create: CREATE })).toHaveLength(1);
    const both = { ErrorEquals: ['S3.NoSuchKeyException', 'S3.S3Exception'], Next: 'Create' };
    expect(fence({ Look: look([both, DATA_LIMIT, ALL]), Create: CREATE })).toHaveLength(1);
  });

  it('reports a check of another S3 key than the fence', () => {
    const elsewhere = makeTask(
      'aws-sdk:s3:getObject',
      { Key: 'plan.json' },
      { Catch: [ABSENT, DATA_LIMIT, ALL], Next: 'Failed' },
    );
    expect(fence({ Look: elsewhere, Create: CREATE })).toHaveLength(1);
  });

  it('reports a create that accepts any age of the fence check', () => {
    const old = makeTask('aws-sdk:efs:createMountTarget', { SubnetId: 'subnet' });
    expect(fence({ Look: look([ABSENT, DATA_LIMIT, ALL]), Create: old })).toEqual([
      expect.stringContaining('Create fence: efs:createMountTarget accepts any age of the fence check'),
    ]);
  });

  it('reports ssm:sendCommand without checks of the fence and of the rig outcome', () => {
    const send = makeTask('aws-sdk:ssm:sendCommand', { Comment: YOUNG });
    const without = (key: string): string => `ssm:sendCommand can be reached without a check of the ${key}`;
    const outcome = makeTask(
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

  it('accepts a fence check before the Map that creates', () => {
    const inner = { Make: { ...CREATE, Catch: [] } };
    const around = { Type: 'Map', ItemProcessor: { StartAt: 'Make', States: inner }, End: true };
    expect(fence({ Look: look([ABSENT, DATA_LIMIT, ALL]), Create: around })).toEqual([]);
    expect(fence({ Create: around })).toHaveLength(1);
  });
});
