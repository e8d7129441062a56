import { PLACE } from '../../../checks/policy/findings';
import { Judge } from '../../../checks/policy/judge';
import { rehearseOne } from '../../../checks/policy/rehearsals';
import { readGrants } from '../../../checks/policy/roles/roles';
import { synthesise } from '../../../checks/policy/roles/synthesise';

const keyArn = `arn:aws:kms:${PLACE.region}:${PLACE.account}:key/01234567-89ab-cdef-0123-456789abcdef`;
const PRIVATE = { vpcId: 'vpc-0123456789abcdef0', subnetId: PLACE.subnet, publicAddresses: 'false' };
const ENCRYPTED = { ...PLACE, keyArn };
/** Storage, hosts, changes, confirmations and searches, and their mails. */
const EXPERIMENTS = ['lustre-small', 'wal-on-ebs', 'a scheduled change of volumes'];

const judge = new Judge(readGrants(synthesise({ kmsKeyArn: keyArn, ...PRIVATE }), ENCRYPTED), ENCRYPTED);

it.each(EXPERIMENTS)('denies no call of %s with a customer key and a private subnet', async (name) => {
  await rehearseOne(name, PLACE.region, judge.watch(name));
  expect(judge.denials()).toEqual([]);
});

it('denies uses of the key by every role that reads or writes objects, when the setting is absent', async () => {
  const without = new Judge(readGrants(synthesise(), ENCRYPTED), ENCRYPTED);
  await rehearseOne('lustre-small', PLACE.region, without.watch('lustre-small'));
  const denied = without.denials();
  expect(denied.every((text) => text.includes(` may not kms:`))).toBe(true);
  for (const role of ['admit', 'rig', 'results', 'notify', 'hosts', 'write-receipt'])
    expect(denied.some((text) => text.startsWith(`${role} may not kms:`))).toBe(true);
});
