/** What is taken for true of how services check our roles. */
import type { Guess } from './guess';

export const GRANTS: readonly Guess[] = [
  {
    id: 'launch-dry-run',
    guess: 'The role of `launch` may make a launch template and run a host, with the deployed arguments and tags',
    where: '`launch`',
    ifWrong: 'no fleet; the rig fails with its reason',
    change: '`launchFleets` of `lib/stacks/grants/hosts.ts`',
    byHand: '`test-state` with `ec2:runInstances`, the arguments of `MakeTemplate` and `"DryRun": true`',
    proof: { by: 'looking' },
  },
  {
    id: 'fleet-grants',
    guess:
      'An instant fleet needs CreateFleet, RunInstances, CreateTags and PassRole as granted, no Describe and no ' +
      'service-linked role',
    where: 'role of `launch`',
    ifWrong: 'no fleet; the rig fails with its reason',
    change: '`launchFleets` of `lib/stacks/grants/hosts.ts`',
    byHand: 'a small experiment; on a refusal `aws sts decode-authorization-message --encoded-message …`',
    proof: { by: 'experiment' },
  },
  {
    id: 'fleet-resources',
    guess:
      'CreateFleet is checked on nothing beyond fleet, template, instance, volume, image, subnet, and (as Karpenter ' +
      'grants, the reference is silent) interface, security group and snapshot',
    where: 'role of `launch`',
    ifWrong: 'no fleet; the rig fails with its reason',
    change: '`launchFleets` of `lib/stacks/grants/hosts.ts`: the resources of CreateFleet',
    byHand: 'the same experiment; on a refusal the decoded message names the resource',
    proof: { by: 'experiment' },
  },
  {
    id: 'template-tags',
    guess: 'Tags of a launch template count as `aws:RequestTag` of RunInstances, for instances, volumes and interfaces',
    where: 'role of `launch`',
    ifWrong: 'no fleet; the rig fails with its reason',
    change: '`launchFleets` of `lib/stacks/grants/hosts.ts`: the condition of RunInstances',
    byHand: 'the same experiment; then take a tag out of the template and see the launch refused',
    proof: { by: 'experiment' },
  },
  {
    id: 'create-action',
    guess: '`ec2:CreateAction` is `CreateFleet` or `RunInstances` for what an instant fleet launches',
    where: 'role of `launch`',
    ifWrong: 'no fleet; the rig fails with its reason',
    change: '`launchFleets` of `lib/stacks/grants/hosts.ts`: the condition of CreateTags',
    byHand: 'the same experiment; CloudTrail shows `CreateTags`',
    proof: { by: 'experiment' },
  },
  {
    id: 'command-tag-condition',
    guess: '`ssm:resourceTag/fsxbench:stack` is looked at for targets by tag',
    where: 'role of `host-command`',
    ifWrong: 'every command is refused, trials are LOST',
    change: '`commandHosts` of `lib/stacks/grants/hosts.ts`',
    byHand:
      '`aws ssm send-command` with the role and `--targets Key=tag:fsxbench:rig,Values=…`; then to a host ' +
      'without the tag',
    proof: { by: 'experiment' },
  },
  {
    id: 'host-role',
    guess:
      'A host needs no more than `ssm:UpdateInstanceInformation`, `ssmmessages:*` and `ec2messages:*` by name to ' +
      'take commands',
    where: 'role of the hosts',
    ifWrong: 'no host comes online, the rig is torn down',
    change: '`beHost` of `lib/stacks/grants/hosts.ts`; attach `AmazonSSMManagedInstanceCore` meanwhile',
    byHand: '`aws ssm describe-instance-information` for one host with the profile',
    proof: { by: 'experiment' },
  },
  {
    id: 'write-once-condition',
    guess: "`Null` on `s3:if-none-match` holds in a role's policy, for the CLI's `put-object`",
    where: 'role of the hosts',
    ifWrong: 'uploads are refused, trials are LOST',
    change: '`writeKeysOnce` of `lib/stacks/grants/bucket.ts`',
    byHand: "on a host: `aws s3api put-object` with and without `--if-none-match '*'`",
    proof: { by: 'experiment' },
  },
  {
    id: 'storage-grants',
    guess:
      'FSx checks a create as granted: the create itself, `fsx:TagResource`, `ec2:GetSecurityGroupsForVpc`, and ' +
      'the service-linked role',
    where: 'role of `call-storage`',
    ifWrong: 'no storage; the rig fails with its reason',
    change: '`changeStorage` of `lib/stacks/grants/storage.ts`',
    byHand: '`aws fsx create-file-system` with the role, once in an account that never had FSx',
    proof: { by: 'experiment' },
  },
  {
    id: 'metadata-tokens',
    guess:
      '`MetadataOptions` of a launch template count as `ec2:MetadataHttpTokens` of RunInstances, for instances of an ' +
      'instant fleet',
    where: 'role of `launch`',
    ifWrong: 'no fleet; the rig fails with its reason',
    change: '`launchFleets` of `lib/stacks/grants/hosts.ts`: the condition of RunInstances',
    byHand: 'the same experiment; then set `HttpTokens` of the template to `optional` and see the launch refused',
    proof: { by: 'experiment' },
  },
  {
    id: 'volume-key',
    guess: 'With `ebsKeyArn`, what the role of `launch` may do with the key is enough for an instant fleet',
    where: 'role of `launch`',
    ifWrong: 'hosts end at once with `Client.InvalidKMSKey`; the rig is torn down',
    change: 'the statements about the key in `lib/stacks/grants/hosts.ts`, or the policy of the key',
    byHand: 'a small experiment with `-c ebsKeyArn=…`',
    proof: { by: 'hand', because: 'needs a key of yours and a deploy with it' },
  },
  {
    id: 'foreign-tags',
    guess: '`fsx:TagResource` of a create has no `aws:ResourceTag`; on what exists it has',
    where: 'role of `call-storage`',
    ifWrong: 'no storage; the rig fails with its reason',
    change: '`changeStorage` of `lib/stacks/grants/storage.ts`',
    byHand: 'a create with the role; then `aws fsx tag-resource` of a file system of yours, which must be refused',
    proof: { by: 'experiment' },
  },
  {
    id: 'key-of-yours',
    guess:
      'FSx and EFS need of whoever creates with a key of KMS: DescribeKey, Decrypt, ' +
      'GenerateDataKeyWithoutPlaintext and CreateGrant',
    where: '`kmsKeyId` of targets; the role of `call-storage`',
    ifWrong: 'the create is refused before anything is paid for, the copy ends with its reason',
    change:
      '`keysOf` in `lib/stacks/grants/storage.ts`, or the policy of the key, which must let the account say who may',
    byHand: 'an experiment whose target has `kmsKeyId`',
    proof: { by: 'hand', because: 'only you have the key' },
  },
];
