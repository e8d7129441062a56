import { TAG_KEYS } from '../../../lib/shapes/layout';
import { CreationLog } from '../../../checks/oracles/creation-log';
import type { CallRecord } from '../../../lib/twin/cloud/service';
import type { SimulatedDeployment } from '../../../lib/twin/simulated-deployment';

type StoredResource = { readonly kind: string; readonly id: string; readonly tags: Readonly<Record<string, string>> };

/** Births in an account in which `things` lie at the moment of each call. */
function makeCreationLog(things: readonly StoredResource[]): CreationLog {
  const ec2 = {
    hosts: () => [],
    volumes: () => [],
    templates: () => ['template-1'],
    templateTags: () => makeRigTag('night__r2'),
  };
  const account = { ec2, stored: { left: () => things } };
  return new CreationLog(
    () => ({ account }) as unknown as SimulatedDeployment,
    () => 7,
  );
}

const makeCreateCall = (execution: string): CallRecord => ({ action: 'CreateFileSystem', execution }) as CallRecord;
const makeRigTag = (rig: string): StoredResource['tags'] => ({ [TAG_KEYS.rig]: rig });

describe('CreationLog', () => {
  const two = [
    { kind: 'fsx:file-system', id: 'fs-1', tags: makeRigTag('night__r1') },
    { kind: 'fsx:file-system', id: 'fs-2', tags: makeRigTag('night__r2') },
  ];

  it('attributes each resource to the rig in its tags when two rigs create at the same moment', () => {
    const creations = makeCreationLog(two);
    creations.recordCall(makeCreateCall('night__r1__make__c1__fs__0'));
    const makers = creations.all().map(({ id, execution }) => [id, execution]);
    expect(makers).toEqual([
      ['template-1', 'night__r2'],
      ['fs-1', 'night__r1'],
      ['fs-2', 'night__r2'],
    ]);
  });

  it('attributes resources to no execution when a person created them, despite their rig tags', () => {
    const creations = makeCreationLog(two);
    creations.recordCall(makeCreateCall(''));
    expect(new Set(creations.all().map(({ execution }) => execution))).toEqual(new Set(['']));
  });
});
