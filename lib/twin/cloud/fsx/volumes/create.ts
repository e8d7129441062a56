/** CreateVolume: a volume of a modelled type, ready, or not, after its time. */
import { FsxbenchError } from '../../../../shapes/errors';
import { CreateVolumeCommand, type CreateVolumeCommandInput } from '@aws-sdk/client-fsx';
import type { Service } from '../../service';
import { action, ArgumentError } from '../../shape';
import { describeVolume } from '../describe/description';
import { ServiceLimitExceeded } from '../errors';
import { quotaOf } from '../quotas';
import type { VolumeRecord } from '../records';
import { modelledOf, requireOwn, VOLUMES, volumesOfType } from '../registry';
import type { FsxState } from '../state';
import { requireTags, tagsOf } from '../tags';
import { RequestTokens } from '../tokens';
import { beginVolume } from './life';

export function createVolumeAction(state: FsxState): Service {
  const tokens = new RequestTokens<VolumeRecord>(({ id }) => state.volumes.has(id));
  return {
    CreateVolume: action(
      CreateVolumeCommand,
      `ClientRequestToken VolumeType Name Tags ${modelledOf(VOLUMES, 'create')}`,
      (input) => {
        const { ClientRequestToken, ...request } = input;
        requireTags('CreateVolume', tagsOf(input.Tags), state.options.requiredTags ?? []);
        return {
          Volume: describeVolume(
            state,
            tokens.once(ClientRequestToken, request, () => create(state, input)),
          ),
        };
      },
    ),
  };
}

function create(state: FsxState, input: CreateVolumeCommandInput): VolumeRecord {
  const { VolumeType, Name = '' } = input;
  const found = volumesOfType(VolumeType);
  if (found === undefined) {
    const modelled = VOLUMES.map(({ type }) => type).join(' and ');
    throw new ArgumentError('fsx:CreateVolume', [`VolumeType ${VolumeType ?? ''} is not modelled, only ${modelled}`]);
  }
  const { fileSystemType, volumes } = found;
  requireOwn(input, volumes, `a volume of ${volumes.type}`);
  const { fileSystemId, configuration } = volumes.create(input, state);
  requireVolumeQuota(state, fileSystemId);
  const record: VolumeRecord = {
    id: state.newId('fsvol'),
    rank: state.nextRank(),
    createdAt: state.now(),
    tags: tagsOf(input.Tags),
    fileSystemId,
    fileSystemType,
    name: Name,
    root: false,
    configuration,
    lifecycle: 'CREATING',
    actions: [],
    deletions: 0,
  };
  state.volumes.set(record.id, record);
  beginVolume(state, record);
  return record;
}

function requireVolumeQuota(state: FsxState, fileSystemId: string): void {
  const fileSystem = state.fileSystems.get(fileSystemId);
  if (fileSystem === undefined)
    throw new FsxbenchError('Unexpected', `a volume for ${fileSystemId}, which is not there`);
  const { volumes: most = Infinity } = quotaOf(state.quotas, fileSystem.setup);
  const { length } = state.volumesOf(fileSystemId);
  if (length < most) return;
  const message = `File system '${fileSystemId}' has ${length} volumes, the quota is ${most}`;
  throw new ServiceLimitExceeded(message, 'VOLUMES_PER_FILE_SYSTEM');
}
