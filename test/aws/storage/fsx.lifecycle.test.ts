import type { AdministrativeAction } from '@aws-sdk/client-fsx';
import { judgeFsxDelete, classifyFsx } from '../../../lib/aws/storage/fsx';
import cases from './fsx.lifecycle.cases.json';

const action = (type: AdministrativeAction['AdministrativeActionType'], status: string, minute: number) =>
  ({
    AdministrativeActionType: type,
    Status: status,
    RequestTime: new Date(Date.UTC(2026, 0, 1, 0, minute)),
    FailureDetails: { Message: 'no space' },
  }) as AdministrativeAction;

describe('classifyFsx', () => {
  it.each(cases.lifecycles)('classifies the lifecycle %s as %s', (lifecycle, state) => {
    expect(classifyFsx(lifecycle, undefined)).toMatchObject({ state, lifecycle });
  });

  it('returns failed for a missing lifecycle, with the reason of FSx when there is one', () => {
    expect(classifyFsx(undefined, undefined)).toMatchObject({ state: 'failed', why: 'FSx gave no reason' });
    expect(classifyFsx('FAILED', 'no route')).toMatchObject({ state: 'failed', why: 'no route' });
  });

  it('returns busy while storage optimization follows a completed change', () => {
    const actions = [action('FILE_SYSTEM_UPDATE', 'COMPLETED', 1), action('STORAGE_OPTIMIZATION', 'IN_PROGRESS', 2)];
    expect(classifyFsx('AVAILABLE', undefined, actions)).toMatchObject({ state: 'busy', why: 'STORAGE_OPTIMIZATION' });
  });

  it('returns usable true while data are optimized, but not while settings change', () => {
    const usable = (lifecycle: string, update: string, optimization?: string) =>
      classifyFsx(lifecycle, undefined, [
        action('FILE_SYSTEM_UPDATE', update, 1),
        ...(optimization === undefined ? [] : [action('STORAGE_OPTIMIZATION', optimization, 1)]),
      ]).usable;
    expect(usable('AVAILABLE', 'UPDATED_OPTIMIZING', 'IN_PROGRESS')).toBe(true);
    expect(usable('AVAILABLE', 'UPDATED_OPTIMIZING')).toBe(true);
    expect(usable('AVAILABLE', 'PENDING')).toBeUndefined();
    expect(usable('UPDATING', 'IN_PROGRESS')).toBeUndefined();
  });

  it('returns failed when the latest change failed, although the file system is AVAILABLE', () => {
    const failed = action('FILE_SYSTEM_UPDATE', 'FAILED', 5);
    expect(classifyFsx('AVAILABLE', undefined, [failed])).toMatchObject({
      state: 'failed',
      why: 'FILE_SYSTEM_UPDATE failed: no space',
    });
    const later = action('FILE_SYSTEM_UPDATE', 'COMPLETED', 9);
    expect(classifyFsx('AVAILABLE', undefined, [failed, later])).toMatchObject({ state: 'ready' });
  });

  it('returns the time of the latest change request', () => {
    const actions = [action('FILE_SYSTEM_UPDATE', 'COMPLETED', 30), action('FILE_SYSTEM_UPDATE', 'COMPLETED', 1)];
    expect(classifyFsx('AVAILABLE', undefined, actions).changedAt).toBe(Date.UTC(2026, 0, 1, 0, 30) / 1000);
    expect(classifyFsx('AVAILABLE', undefined).changedAt).toBeNull();
  });
});

describe('judgeFsxDelete', () => {
  it.each([
    ['CREATING', 'seldom'],
    ['PENDING', 'seldom'],
    ['DELETING', false],
    ['AVAILABLE', true],
    ['UPDATING', true],
    ['FAILED', true],
    ['SOMETHING_NEW', true],
    [undefined, true],
  ])('returns for the lifecycle %s: %s', (lifecycle, deletable) => {
    expect(judgeFsxDelete(lifecycle)).toBe(deletable);
  });
});
