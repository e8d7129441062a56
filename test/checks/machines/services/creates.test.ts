import { TAG } from '../../../../lib/shapes/layout';
import { ALL, DATA_LIMIT, found, type Json, task } from '../machines';

const KEYS = [TAG.stack, TAG.experiment, TAG.execution, TAG.rig, TAG.expiresAt];
const tags = (keys: readonly string[] = KEYS): Json[] => keys.map((Key) => ({ Key, Value: '{% $states.input.x %}' }));
const specification = (type: string, list: unknown = tags()): Json => ({ ResourceType: type, Tags: list });

/** Findings about one create that is reached past the fence, by rule. */
function creates(action: string, args: Json, assign: Json = {}): string[] {
  const fence = { Bucket: '${ResultsBucket}', Key: 'fences/x.json' };
  const absent = { ErrorEquals: ['S3.NoSuchKeyException'], Next: 'Create' };
  const states = {
    Begin: { Type: 'Pass', Assign: assign, Next: 'Fence' },
    Fence: task('aws-sdk:s3:getObject', fence, { Catch: [absent, DATA_LIMIT, ALL], Next: 'Failed' }),
    Create: task(`aws-sdk:${action}`, args),
  };
  // How old the look may be is the fence's business: `house/fence.test.ts`.
  return found(states).filter((one) => !one.startsWith('Create fence: '));
}

const volume = (list: unknown): Json => ({ ClientToken: 'a', TagSpecifications: [specification('volume', list)] });

describe('create calls', () => {
  it('carry all tags and a token', () => {
    expect(creates('ec2:createVolume', volume(tags()))).toEqual([]);
    expect(creates('fsx:createFileSystem', { ClientRequestToken: 'a', Tags: tags() })).toEqual([]);
  });

  it.each(KEYS)('lack %s', (key) => {
    const list = tags(KEYS.filter((other) => other !== key));
    expect(creates('ec2:createVolume', volume(list))).toEqual([
      `Create create-tags: Arguments/TagSpecifications[0]/Tags lacks ${key}`,
    ]);
  });

  it('count a tag without a value as none', () => {
    expect(creates('ec2:createVolume', volume([...tags(KEYS.slice(1)), { Key: KEYS[0] }]))).toHaveLength(1);
  });

  it('need the token under the name that the service gives it', () => {
    expect(creates('ec2:createVolume', { TagSpecifications: [specification('volume')] })).toEqual([
      'Create create-token: Arguments needs ClientToken, or a retry makes a second one',
    ]);
    expect(creates('efs:createFileSystem', { ClientToken: 'a', Tags: tags() })).toEqual([
      expect.stringContaining('needs CreationToken'),
    ]);
    expect(creates('secretsmanager:createSecret', { ClientRequestToken: '', Tags: tags() })).toHaveLength(1);
  });

  it('tag everything that a launch template gives birth to', () => {
    const types = ['instance', 'volume', 'network-interface'];
    const template = (given: readonly string[]): Json => ({
      ClientToken: 'a',
      TagSpecifications: [specification('launch-template')],
      LaunchTemplateData: { TagSpecifications: given.map((type) => specification(type)) },
    });
    expect(creates('ec2:createLaunchTemplate', template(types))).toEqual([]);
    for (const type of types) {
      expect(creates('ec2:createLaunchTemplate', template(types.filter((other) => other !== type)))).toEqual([
        `Create create-tags: Arguments/LaunchTemplateData/TagSpecifications needs an entry with ResourceType ${type}`,
      ]);
    }
    expect(creates('ec2:createLaunchTemplate', { ClientToken: 'a' })).toContainEqual(
      expect.stringContaining('ResourceType launch-template'),
    );
  });

  it('need no tags where only a child of something tagged is made', () => {
    expect(creates('efs:createMountTarget', { FileSystemId: 'fs-1' })).toEqual([]);
  });

  it('have to be known', () => {
    expect(creates('rds:createDBInstance', {})).toEqual([expect.stringContaining('Create create-unknown: ')]);
    expect(creates('ec2:createTags', {})).toHaveLength(1);
    expect(creates('ec2:describeInstances', {})).toEqual([]);
  });

  it('are never runInstances', () => {
    expect(creates('ec2:runInstances', {})).toEqual([expect.stringContaining('Create forbidden-call: ')]);
  });
});

describe('tags in expressions', () => {
  const expression = `{% [${KEYS.map((key) => `{'Key': '${key}', 'Value': $states.input.v}`).join(', ')}] %}`;

  it('are seen where they are written, or in the variable that is taken', () => {
    expect(creates('ec2:createVolume', volume(expression))).toEqual([]);
    expect(creates('ec2:createVolume', volume('{% $tags %}'), { tags: tags() })).toEqual([]);
    expect(creates('ec2:createVolume', volume('{% $append($tags, []) %}'), { tags: expression })).toEqual([]);
    expect(creates('ec2:createVolume', volume('{% $tags %}'), { tags: tags(KEYS.slice(2)) })).toEqual([
      expect.stringContaining(`lacks ${KEYS[0]}, ${KEYS[1]}`),
    ]);
  });

  it('may be the whole list that the plan made, and nothing less than that', () => {
    expect(creates('ec2:createVolume', volume('{% [$states.input.role.tags] %}'))).toEqual([]);
    expect(creates('ec2:createVolume', volume('{% $states.input.tags %}'))).toEqual([]);
    expect(creates('ec2:createVolume', volume("{% [$states.input.tags[Key != 'a']] %}"))).toHaveLength(1);
    expect(creates('ec2:createVolume', volume('{% $states.input.labels %}'))).toHaveLength(1);
  });

  it('are a list', () => {
    expect(creates('ec2:createVolume', volume('all'))).toEqual([expect.stringContaining('is a plain string')]);
    expect(creates('ec2:createVolume', volume(null))).toEqual([expect.stringContaining('has no list of tags')]);
    expect(creates('ec2:createVolume', volume('{% $tags %}'), { tags: '{% $states.input %}' })).toHaveLength(1);
  });
});
