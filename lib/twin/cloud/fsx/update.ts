/**
 * A change in place: PENDING, IN_PROGRESS (UPDATING), then available; then more storage is optimized (AVAILABLE).
 * https://docs.aws.amazon.com/fsx/latest/APIReference/API_AdministrativeAction.html
 */
import type { UpdateFileSystemCommandInput } from '@aws-sdk/client-fsx';
import { makeBadRequest } from './errors';
import { requireOwnConfig, requireQuota, getFsxType } from './registry';
import type { ActionRecord, ChangeInput, ChangeKind, FileSystemRecord, PlannedChange } from './contract';
import { addInterfaces } from './create';
import type { StepTime } from './timing';
import { planChange } from './settings';
import type { FsxState } from './state';

/** @throws ServiceError */
export function updateFileSystem(
  state: FsxState,
  record: FileSystemRecord,
  input: UpdateFileSystemCommandInput,
): FileSystemRecord {
  const { setup } = record;
  // The state of the file system is checked before the values.
  requireChangeable(state, record, []);
  const type = getFsxType(setup);
  requireOwnConfig(input, type, `a file system of ${setup.FileSystemType}`);
  const change = planChange(type, record, input);
  requireChangeable(state, record, change.kinds);
  const others = state.fileSystems.all().flatMap((one) => (one === record ? [] : [one.setup]));
  requireQuota(state.quotas, others, change.next);
  const { FileSystemId: _id, ClientRequestToken: _token, ...requested } = input;
  startChange(state, record, change, requested);
  return record;
}

/** The ten newest actions of a type are kept. https://docs.aws.amazon.com/fsx/latest/OpenZFSGuide/monitoring.html */
const MAX_KEPT_ACTIONS = 10;

/** @throws ServiceError BadRequest if the file system cannot be changed now */
function requireChangeable(state: FsxState, record: FileSystemRecord, kinds: readonly ChangeKind[]): void {
  const { id, lifecycle, actions, setup } = record;
  if (lifecycle !== 'AVAILABLE') throw makeBadRequest(`File system '${id}' is ${lifecycle} and cannot be updated`);
  const underWay = actions.some(
    ({ type, status }) => type === 'FILE_SYSTEM_UPDATE' && (status === 'PENDING' || status === 'IN_PROGRESS'),
  );
  if (underWay) {
    throw makeBadRequest(`File system '${id}' has an update in progress`);
  }
  const { coolDownSeconds, coolsTogether = false } = getFsxType(setup);
  const heavy = kinds.flatMap((kind) => {
    const seconds = coolDownSeconds[kind];
    return seconds === undefined ? [] : [{ kind, seconds }];
  });
  if (heavy.length > 0 && actions.some(({ status }) => status === 'UPDATED_OPTIMIZING')) {
    throw makeBadRequest(`File system '${id}' has a storage optimization in progress`);
  }
  for (const { kind, seconds } of heavy) {
    const holding = coolsTogether ? Object.keys(coolDownSeconds) : [kind];
    const last = actions.find(
      ({ kinds: its, status }) => status !== 'FAILED' && its.some((one) => holding.includes(one)),
    );
    const again = (last?.requestedAt ?? -Infinity) + 1000 * seconds;
    if (state.now() >= again) continue;
    const when = new Date(again).toISOString();
    const ago = `less than ${seconds / 3600} hours ago`;
    throw makeBadRequest(
      `The ${holding.join(', ')} of '${id}' was changed ${ago}; the next change is possible at ${when}`,
    );
  }
}

function startChange(state: FsxState, record: FileSystemRecord, change: PlannedChange, target: ChangeInput): void {
  const update: ActionRecord<ChangeInput> = {
    type: 'FILE_SYSTEM_UPDATE',
    kinds: change.kinds,
    requestedAt: state.now(),
    target,
    status: 'PENDING',
  };
  addAction(record, update);
  void applyChange(state, record, update, change);
}

/** A delete was accepted meanwhile. */
const INTERRUPTED_ACTION = 'The file system was deleted before the update was made';

function markFailed(update: ActionRecord<ChangeInput>, why: string): void {
  update.status = 'FAILED';
  update.failure = why;
}

async function applyChange(
  state: FsxState,
  record: FileSystemRecord,
  update: ActionRecord<ChangeInput>,
  { next, requested, takes, settles }: PlannedChange,
): Promise<void> {
  const fault = state.options.faults?.update?.(record.id);
  if (fault === 'hangs') return;
  await state.sleep(state.timing.pendingMs + (typeof fault === 'number' ? fault : 0));
  if (record.lifecycle !== 'AVAILABLE') {
    markFailed(update, INTERRUPTED_ACTION);
    return;
  }
  update.status = 'IN_PROGRESS';
  record.lifecycle = 'UPDATING';
  await state.waitStep('change', takes, next.StorageCapacity);
  if (record.lifecycle !== 'UPDATING') {
    markFailed(update, INTERRUPTED_ACTION);
    return;
  }
  record.lifecycle = 'AVAILABLE';
  if (fault === 'fails') {
    markFailed(update, 'The update could not be made; the file system has its earlier values');
    return;
  }
  record.setup = next;
  record.requested = requested;
  addInterfaces(state, record);
  state.payForFileSystem(record);
  if (settles === undefined) update.status = 'COMPLETED';
  else await optimizeStorage(state, record, update, settles);
}

async function optimizeStorage(
  state: FsxState,
  record: FileSystemRecord,
  update: ActionRecord<ChangeInput>,
  settles: StepTime,
): Promise<void> {
  const length = state.drawStep('optimization', settles, record.setup.StorageCapacity);
  const optimization: ActionRecord<ChangeInput> = {
    type: 'STORAGE_OPTIMIZATION',
    kinds: [],
    requestedAt: update.requestedAt,
    status: 'IN_PROGRESS',
    span: { from: state.now(), until: state.now() + length },
  };
  update.status = 'UPDATED_OPTIMIZING';
  addAction(record, optimization);
  await state.sleep(length);
  update.status = 'COMPLETED';
  optimization.status = 'COMPLETED';
}

function addAction(record: FileSystemRecord, action: ActionRecord<ChangeInput>): void {
  const same = record.actions.filter(({ type }) => type === action.type);
  const oldest = same.length >= MAX_KEPT_ACTIONS ? same.at(-1) : undefined;
  record.actions = [action, ...record.actions.filter((one) => one !== oldest)];
}
