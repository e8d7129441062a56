/** What is taken for true of stores that others own, and of the way to them. */
import type { Guess } from './guess';

export const FOREIGN: readonly Guess[] = [
  {
    id: 'lease-if-match',
    guess:
      'PutObject with `If-Match` replaces an object only where its ETag is that one, else it is refused with 412, or ' +
      'with 404 where the object is gone',
    where: '`lib/aws/bucket.ts`: leases',
    ifWrong: 'two executions measure one store at once, or none gets a lease that has expired',
    change: '`replaceTagged` of that file',
    byHand: '`aws s3api put-object --if-match ETAG --key leases/x.json …`, twice with the first ETag',
    proof: { by: 'hand', because: 'leases are taken where others own a store, which `doctor` does not have' },
  },
  {
    id: 'clean-in-teardown',
    guess: 'A command that `delete-storage` sends after its execution was stopped is delivered to hosts that still run',
    where: '`lib/aws/leases/clean.ts`',
    ifWrong: 'a folder `fsxbench-…` stays there, and the receipt says `notCleaned`; the next execution removes it',
    change: '`ask` of that file',
    byHand: '`experiments/external-nfs-small.yaml`, stopped while it measures; then look into the folder',
    proof: { by: 'hand', because: 'needs a server of NFS that others own' },
  },
  {
    id: 'ceph-client',
    guess:
      'Ubuntu has the kernel modules `ceph` and `rbd`, and the package `ceph-common` with `mount.ceph` and ' +
      '`rbd`; the tool takes monitors, user and key without a configuration of the cluster',
    where: '`workloads/external-ceph/`',
    ifWrong: 'the copy fails with the last line of the tool before anything is measured',
    change: '`ceph_install` and `ceph_rbd` of `workloads/external-ceph/cluster.sh`',
    byHand: '`experiments/external-ceph-small.yaml` whose hosts are of Ubuntu',
    proof: { by: 'hand', because: 'needs a cluster of Ceph that others own' },
  },
];
