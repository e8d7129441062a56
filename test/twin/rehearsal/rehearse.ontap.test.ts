/** An ONTAP from its first request to its last: one of each, changed once, deleted from the inside out. */
import { readFileSync } from 'node:fs';
import type { CallRecord } from '../../../lib/twin/cloud/service';
import { rehearse } from '../../../lib/twin/rehearsal/rehearse';
import { optionsOf } from './specs';

jest.setTimeout(300_000);

const SMALL = readFileSync('experiments/ontap-small.yaml', 'utf8');

async function calls(spec: string) {
  const seen: CallRecord[] = [];
  const ended = await rehearse({ ...optionsOf(spec), record: (call) => void seen.push(call) });
  const changes = seen.filter(
    ({ service, action, error }) =>
      error === undefined && service === 'fsx' && /^(?:Create|Update|Delete)/.test(action),
  );
  return { ...ended, changes, refused: seen.filter(({ service, error }) => service === 'fsx' && error !== undefined) };
}

it('makes one file system, one virtual machine and two volumes, changes once, and leaves nothing', async () => {
  const { summary, receipt, complaints, changes, refused, plan } = await calls(SMALL);
  expect(complaints).toEqual([]);
  expect(receipt).toMatchObject({ clean: true });
  expect(plan?.cells).toHaveLength(4);
  expect(summary?.verdicts).toMatchObject({ VALID: 12 });
  expect(changes.map(({ action }) => action)).toEqual([
    'CreateFileSystem',
    'CreateStorageVirtualMachine',
    'CreateVolume',
    'CreateVolume',
    'UpdateFileSystem',
    'DeleteVolume',
    'DeleteVolume',
    'DeleteStorageVirtualMachine',
    'DeleteFileSystem',
  ]);
  // Nothing is asked to go while something is in it.
  expect(refused.map(({ action }) => action).filter((action) => action.startsWith('Delete'))).toEqual([]);
});
