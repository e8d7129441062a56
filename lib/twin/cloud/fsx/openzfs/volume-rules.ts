/**
 * What FSx takes for an OpenZFS volume, the root volume included.
 * https://docs.aws.amazon.com/fsx/latest/APIReference/API_CreateOpenZFSVolumeConfiguration.html
 */
import type { OpenZFSNfsExport, OpenZFSVolumeConfiguration } from '@aws-sdk/client-fsx';
import { constraintError } from '../../constraint';
import { badRequest, requireOneOf } from '../errors';

/** KiB, on SSD. */
const RECORD_SIZES = [4, 8, 16, 32, 64, 128, 256, 512, 1024];
/** https://docs.aws.amazon.com/fsx/latest/APIReference/API_OpenZFSClientConfiguration.html */
const CLIENTS = /^[ -~]{1,128}$/;
const MAX_CLIENTS = 25;
const MAX_OPTIONS = 20;

/** @throws ServiceError ValidationException or BadRequest */
export function requireVolumeRules(given: OpenZFSVolumeConfiguration): void {
  const { RecordSizeKiB, DataCompressionType, NfsExports } = given;
  if (RecordSizeKiB !== undefined && !RECORD_SIZES.includes(RecordSizeKiB)) {
    throw badRequest(`RecordSizeKiB ${RecordSizeKiB} is not valid; allowed are ${RECORD_SIZES.join(', ')}`);
  }
  requireOneOf('dataCompressionType', DataCompressionType, ['NONE', 'ZSTD', 'LZ4']);
  for (const member of ['StorageCapacityReservationGiB', 'StorageCapacityQuotaGiB'] as const) {
    if ((given[member] ?? -1) < -1) throw constraintError(member, 'Member must be at least -1', given[member] ?? 0);
  }
  if (NfsExports !== undefined) requireExports(NfsExports);
}

function requireExports(exports: readonly OpenZFSNfsExport[]): void {
  const [first, ...others] = exports;
  if (others.length > 0) throw constraintError('nfsExports', 'Member must have length less than or equal to 1');
  if (first === undefined) return;
  const clients = first.ClientConfigurations ?? [];
  if (clients.length > MAX_CLIENTS) {
    throw constraintError('clientConfigurations', `Member must have length less than or equal to ${MAX_CLIENTS}`);
  }
  for (const { Clients = '', Options = [] } of clients) {
    if (!CLIENTS.test(Clients)) throw constraintError('clients', `Member must satisfy ${CLIENTS.source}`, Clients);
    if (Options.length === 0 || Options.length > MAX_OPTIONS) {
      throw constraintError('options', `Member must have length 1 to ${MAX_OPTIONS}`);
    }
  }
}
