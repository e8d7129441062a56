/** What an account and its Region must have, so that a deployment works: no guess about AWS, but about yours. */
import type { Guess } from './guess';

export const ACCOUNT: readonly Guess[] = [
  {
    id: 'region-priced',
    guess: 'The Region has prices in the price book',
    where: 'admission',
    ifWrong: 'every execution is refused before anything is created',
    change:
      '`fsxbench prices update --region REGION`, and its file into the results bucket as `prices/REGION.json`; or ' +
      'deploy to a Region that has prices',
    byHand: '`fsxbench validate --region REGION SPEC`',
    proof: { by: 'looking' },
  },
  {
    id: 'price-files',
    guess:
      "AWS's price files are CSV as documented, and name what is sold as third parties quote it: disk operations of " +
      'ONTAP of the second generation `ProvisionedSSDIOPS.MAZ2`, OpenZFS with a standby `SAZ_HA` and `SAZ_HA2`, ' +
      'metadata of Lustre alone by the `IOPS-Mo`',
    where: '`fsxbench prices update`, admission',
    ifWrong:
      'prices that were written down stand, with their day; a Region that has none refuses its executions as ' +
      '`UnknownPrice`, with the dimension',
    change: '`lib/pricing/data/price-file-rows.json`',
    byHand: '`fsxbench prices update`: what it did not find, or found twice, stands at its end',
    proof: { by: 'hand', because: 'the file of EC2 has hundreds of megabytes, which a look should not read' },
  },
  {
    id: 'may-deploy',
    guess: 'You may deploy: the CDK is bootstrapped here and you may take its roles',
    where: '`cdk deploy`',
    ifWrong: 'the deploy fails before it begins',
    change: '`npx cdk bootstrap aws://ACCOUNT/REGION`, or ask for `sts:AssumeRole` of `cdk-*` roles',
    byHand: '`aws cloudformation describe-stacks --stack-name CDKToolkit`',
    proof: { by: 'looking' },
  },
  {
    id: 'vcpu-quota',
    guess: 'The quota of on-demand vCPUs (Standard) is enough for a small fleet: 32',
    where: '`launch`',
    ifWrong: 'the rig fails with `VcpuLimitExceeded`',
    change: 'ask for more in Service Quotas: `Running On-Demand Standard instances` (L-1216C47A)',
    byHand: '`aws service-quotas get-service-quota --service-code ec2 --quota-code L-1216C47A`',
    proof: { by: 'looking' },
  },
  {
    id: 'quota-codes',
    guess:
      'Quotas have the codes that third parties list, count GiB (of EBS TiB), and may be read with `GetServiceQuota` ' +
      'or else `GetAWSDefaultServiceQuota` alone; running processors are counted by the size of the type, whatever ' +
      'CPU options say',
    where: 'admission, before anything is created',
    ifWrong: 'a quota is not checked, which the log of `admit` says, or is held against the wrong amount',
    change: '`lib/targets/host-quotas.ts`, and `quotas` of the target',
    byHand:
      '`aws service-quotas list-aws-default-service-quotas --service-code fsx`, likewise ec2, ebs, elasticfilesystem',
    proof: { by: 'hand', because: 'what is to be compared are names and units, which only a person reads' },
  },
  {
    id: 'function-quota',
    guess: 'At least 50 functions may run at once',
    where: 'results, guardian and teardown at the same time',
    ifWrong: 'functions are throttled and tried again for minutes: everything takes longer, and nothing is lost',
    change: 'ask for more in Service Quotas: `Concurrent executions` of Lambda (L-B99A9384); new accounts have 10',
    byHand: '`aws lambda get-account-settings`',
    proof: { by: 'looking' },
  },
  {
    id: 'vpc-quota',
    guess: 'There is room for one more VPC, or the deployment has its network already',
    where: 'network of the bench stack',
    ifWrong: 'the deploy of the bench stack fails',
    change: 'the settings `vpcId` and `subnetId`, or ask for more VPCs in Service Quotas (L-F678F1CE)',
    byHand: '`aws ec2 describe-vpcs` beside the quota `VPCs per Region`',
    proof: { by: 'looking' },
  },
  {
    id: 'zone-offers',
    guess: 'The zone of the network offers the instance types of the shipped experiments',
    where: '`launch`',
    ifWrong: 'the rig fails with the words of EC2',
    change: 'the setting `availabilityZone`: one that offers them',
    byHand: '`aws ec2 describe-instance-type-offerings --location-type availability-zone`',
    proof: { by: 'looking' },
  },
  {
    id: 'internet-open',
    guess: 'VPC Block Public Access lets hosts of the network reach AWS',
    where: 'network of the bench stack',
    ifWrong: 'no host comes online, the rig is torn down',
    change: 'an exclusion for the VPC, or the settings `vpcId` and `subnetId` of a network with endpoints',
    byHand: '`aws ec2 describe-vpc-block-public-access-options`',
    proof: { by: 'looking' },
  },
  {
    id: 'document-default',
    guess: 'The newest version of the deployed document is its default one',
    where: '`host-command`',
    ifWrong: 'hosts go on with the old document',
    change: '`aws ssm update-document-default-version`',
    byHand: '`aws ssm describe-document --name fsxbench-run-script`',
    proof: { by: 'looking' },
  },
  {
    id: 'ended-rule-on',
    guess: 'The event rule is enabled and has the function `start-guardian` as its target',
    where: 'recovery',
    ifWrong: 'recovery waits for the janitor',
    change: '`aws events enable-rule`, or deploy the safety stack again',
    byHand: '`aws events list-rule-names-by-target` of the function, then `describe-rule`',
    proof: { by: 'looking' },
  },
  {
    id: 'janitor-on',
    guess: "The janitor's schedule is enabled, and its last execution succeeded within the hour",
    where: 'what nobody looks after',
    ifWrong: 'what an interrupted execution left stays and costs',
    change: 'enable the schedule `janitor`; read the cause of its last execution',
    byHand: '`aws scheduler get-schedule`, `aws stepfunctions list-executions` of `fsxbench-janitor`',
    proof: { by: 'looking' },
  },
  {
    id: 'log-groups',
    guess: 'The log groups of the machines exist',
    where: 'finding out why',
    ifWrong: 'errors of machines are not logged',
    change: 'deploy again',
    byHand: '`aws logs describe-log-groups --log-group-name-prefix /aws/vendedlogs/states/fsxbench`',
    proof: { by: 'looking' },
  },
  {
    id: 'safety-protected',
    guess: 'The safety stack cannot be deleted by mistake',
    where: 'safety',
    ifWrong: 'what tears down could go while something still costs',
    change: '`aws cloudformation update-termination-protection --enable-termination-protection`',
    byHand: '`aws cloudformation describe-stacks`: `EnableTerminationProtection`',
    proof: { by: 'looking' },
  },
];
