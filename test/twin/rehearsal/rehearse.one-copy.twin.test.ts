/** ONTAP storage that serves all cells: what is sent for it, from its creation to its end. */
import { readFileSync } from 'node:fs';
import { rehearse } from '../../../lib/twin/rehearsal/rehearse';
import type { CallRecord } from '../../../lib/twin/cloud/service';
import { makeOptions } from './specs';
import cases from './rehearse.one-copy.cases.json';

/** The changes of FSx in a rehearsal that ends clean, and the deletes that FSx refused. */
async function rehearseChanges(path: string) {
  const calls: CallRecord[] = [];
  const options = makeOptions(readFileSync(path, 'utf8'));
  const { receipt, complaints, ...found } = await rehearse({ ...options, record: (call) => calls.push(call) });
  expect([receipt?.clean, complaints]).toEqual([true, []]);
  const all = calls.filter(({ service, action }) => service === 'fsx' && /^(?:Create|Update|Delete)/.test(action));
  const changes = all.filter(({ error }) => error === undefined);
  return { ...found, changes, refused: all.filter(({ error, action }) => error && action.startsWith('Delete')) };
}

it('creates one ONTAP file system, one SVM and two volumes, updates it once, and deletes everything', async () => {
  const { summary, changes, refused, plan } = await rehearseChanges('experiments/ontap-small.yaml');
  expect([plan?.cells.length, summary?.verdicts.VALID]).toEqual([4, 20]);
  expect(changes.map(({ action }) => action)).toEqual(cases.actions);
  // Nothing is to be deleted while something is in it.
  expect(refused).toEqual([]);
});

/** The rig of a create, by its tags. */
const getRig = ({ input }: CallRecord): string =>
  (input as { Tags: { Key: string; Value: string }[] }).Tags.find(({ Key }) => Key === 'fsxbench:rig')?.Value ?? '';

/** Id of the resource of a create or delete. */
function getId({ action, input, output }: CallRecord): string {
  const of = action.startsWith('Delete') ? input : Object.values(output as Record<string, object>)[0];
  const { VolumeId, StorageVirtualMachineId, FileSystemId } = of as Record<string, string>;
  return VolumeId ?? StorageVirtualMachineId ?? FileSystemId ?? '';
}

it('creates ONTAP storage once per block, volumes concurrently; deletes volumes, SVM, then file system', async () => {
  const { changes } = await rehearseChanges('cases/specs/ontap-volumes.yaml');
  const creates = changes.filter(({ action }) => action.startsWith('Create'));
  const deletes = changes.filter(({ action }) => action.startsWith('Delete')).map(getId);
  const rigs = [...new Set(creates.map(getRig))];
  expect(rigs).toHaveLength(2);
  for (const rig of rigs) {
    const own = creates.filter((call) => getRig(call) === rig);
    expect(own.map(({ action }) => action)).toEqual([
      'CreateFileSystem',
      'CreateStorageVirtualMachine',
      ...Array.from({ length: 6 }, () => 'CreateVolume'),
    ]);
    const times = own.slice(2).map(({ time }) => Date.parse(time));
    // Before any of them can be there.
    expect(Math.max(...times) - Math.min(...times)).toBeLessThan(10_000);
    const [system, machine, ...volumes] = own.map(getId);
    const deleted = deletes.filter((id) => own.map(getId).includes(id));
    expect(deleted.slice(0, 6).toSorted()).toEqual(volumes.toSorted());
    expect(deleted.slice(6)).toEqual([machine, system]);
  }
  // And an update of each file system; nothing is made, changed or deleted twice.
  expect(changes.filter(({ action }) => action === 'UpdateFileSystem')).toHaveLength(2);
  expect(changes).toHaveLength(2 * 17);
});

it('adds HA pairs in place, each with a volume for LUNs, and deletes all volumes', async () => {
  const { changes, summary, plan } = await rehearseChanges('cases/specs/ontap-pairs.yaml');
  expect([summary?.verdicts.VALID, plan?.rigs[0]?.copies.length]).toEqual([8, 1]);
  expect(changes.map(({ action }) => action)).toEqual([
    'CreateFileSystem',
    'CreateStorageVirtualMachine',
    // What hosts exchange is on the first one.
    'CreateVolume',
    'CreateVolume',
    'UpdateFileSystem',
    'CreateVolume',
    'CreateVolume',
    ...Array.from({ length: 4 }, () => 'DeleteVolume'),
    'DeleteStorageVirtualMachine',
    'DeleteFileSystem',
  ]);
  const added = changes.filter(({ action }) => action === 'CreateVolume').slice(2);
  for (const [index, { input }] of added.entries()) {
    expect(input).toMatchObject({
      Name: `luns${index + 2}`,
      OntapConfiguration: { AggregateConfiguration: { Aggregates: [`aggr${index + 2}`] } },
      Tags: expect.arrayContaining(
        ['fsxbench:rig', 'fsxbench:copy'].map((Key) => expect.objectContaining({ Key }) as object),
      ),
    });
  }
});

it.each(['ontap-growth', 'ontap-transfer', 'ontap-luns'])('ends %s with only VALID trials', async (name) => {
  const { summary, plan } = await rehearseChanges(`experiments/${name}.yaml`);
  expect(summary?.verdicts.VALID).toBe(plan?.trials.length);
});
