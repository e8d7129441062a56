/** What is taken for true of LUNs of ONTAP. */
import type { Guess } from './guess';

export const LUNS: readonly Guess[] = [
  {
    id: 'ontap-luns',
    guess:
      'Hosts see the LUNs that are mapped to their initiator and no others, as `dm-uuid-mpath-3600a0980` and the ' +
      'serial number in hexadecimal digits; `dmsetup` stripes them; with so many sessions to each portal',
    where: '`workloads/fsx-ontap/luns.sh`',
    ifWrong: 'the mount fails: LUNs do not appear, or `LunShared`; nothing was written',
    change: 'that file',
    byHand: '`experiments/ontap-luns.yaml`; on a host `multipath -ll`, `iscsiadm -m session`, `dmsetup table`',
    proof: { by: 'hand', because: 'no kernel here knows iSCSI, and an ONTAP file system takes half an hour to make' },
  },
  {
    id: 'ontap-luns-delete',
    guess:
      'DeleteVolume takes a volume of ONTAP in which LUNs are that are still mapped to hosts that have ended. No ' +
      'page of FSx says it; DeleteVolume has no word to force it (API reference, DeleteVolumeOntapConfiguration), ' +
      'and DeleteFileSystem of ONTAP takes nothing with it (ONTAP guide, Deleting file systems). ONTAP itself ' +
      'refuses to delete a mapped LUN without a word (REST API, DELETE /storage/luns, error 1254197), and says ' +
      'nothing of LUNs where it deletes a volume (DELETE /storage/volumes)',
    where: '`teardown`',
    ifWrong:
      'volumes, virtual machine and file system stay and cost; the teardown asks again and again, the receipt is not ' +
      'clean, a mail says so. The secret with the password of fsxadmin stays as long as the file system ' +
      '(`opens` in `lib/shapes/resources.ts`), so that a person can end it, as said under by hand',
    change:
      '`workloads/fsx-ontap/luns-end.sh`, by which each host deletes its LUNs as it shuts down: earlier, or surer',
    byHand:
      '`experiments/ontap-luns.yaml`, and its receipt. Where volumes stay: `aws secretsmanager get-secret-value ' +
      '--secret-id fsxbench/STACK/COPY.secret --query SecretString`; from an instance in the network, with the ' +
      'security group of the hosts, `ssh fsxadmin@management.fs-….fsx.REGION.amazonaws.com lun delete -vserver svm ' +
      '-path /vol/luns*/* -force`. The janitor, every quarter of an hour, then deletes the rest, and the secret last',
    proof: { by: 'hand', because: 'an ONTAP file system takes half an hour to make' },
  },
  {
    id: 'ontap-luns-end',
    guess:
      'A host that EC2 terminates shuts down in order, and systemd stops the unit that deletes its LUNs while ' +
      'network and role are still there, within a minute; teardown ends hosts before it deletes volumes',
    where: '`workloads/fsx-ontap/luns-end.sh`',
    ifWrong: 'LUNs are still mapped when their volumes are deleted: all rests on `ontap-luns-delete`',
    change: 'that file',
    byHand:
      '`experiments/ontap-luns.yaml`, and while it is torn down, with the password of its secret, `ssh fsxadmin@' +
      'management.fs-….fsx.REGION.amazonaws.com lun show`: no LUN is left once hosts are terminated',
    proof: { by: 'hand', because: 'an ONTAP file system takes half an hour to make' },
  },
];
