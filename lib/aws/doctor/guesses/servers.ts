/** What is taken for true of the metrics that AWS keeps of servers. */
import type { Guess } from './guess';

const LOOK = {
  by: 'hand',
  because: 'needs a file system under load, and ten minutes: `doctor` makes none that long',
} as const;
const CHANGE = '`lib/shapes/server-metrics.json`: the name, or its dimensions';

export const SERVERS: readonly Guess[] = [
  {
    id: 'server-metric-names',
    guess:
      'Metrics of servers have these names, a point a minute: of Lustre by `FileSystemId` and `FileServer` ' +
      '(`NetworkThroughputUtilization`, `FileServerDiskThroughputUtilization`, and of metadata servers alone ' +
      '`CPUUtilization`) or ' +
      '`StorageTargetId` (`DiskIopsUtilization`, `DiskReadOperations`, `DiskWriteOperations`); of ONTAP and ' +
      'OpenZFS all by `FileSystemId` alone, `FileServerDiskThroughputBalance` and `FileServerCacheHitRatio` ' +
      'among them; of EFS `DataReadIOBytes`, `MeteredIOBytes`, `PercentIOLimit`, `BurstCreditBalance`; of EBS ' +
      '`VolumeIOPSExceededCheck`, `VolumeThroughputExceededCheck`, `BurstBalance`',
    where: '`lib/shapes/server-metrics.json`',
    ifWrong: 'a metric has no points: results say nothing of it, and bottlenecks stay not known for want of it',
    change: CHANGE,
    byHand:
      'while trials run: `aws cloudwatch list-metrics --namespace AWS/FSx --dimensions ' +
      'Name=FileSystemId,Value=fs-…`, and the same for AWS/EFS and AWS/EBS',
    proof: { by: 'experiment' },
  },
  {
    id: 'server-host-credits',
    guess:
      'An instance of a size that bursts to EBS (m5.large) has `EBSByteBalance%` and `EBSIOBalance%` by `InstanceId` ' +
      'under basic monitoring, a point each five minutes, at the minute in which these begin; GetMetricData with a ' +
      'period of 60 gives them at that minute. A search takes the % in a name',
    where: '`lib/shapes/server-metrics.json`, `MINUTE` of `lib/results/servers/ask.ts`',
    ifWrong:
      'credits of hosts are not known in trials of 20 minutes and more, and bottlenecks of volumes on small hosts ' +
      'stay not known; with times that are rounded, a point may reach up to four minutes out of its trial',
    change: '`periodMinutes` there; or a period of its own in `queriesOf` of `ask.ts`',
    byHand:
      'after 25 minutes of `fio` on a volume of an m5.large, for its instance: `aws cloudwatch get-metric-data ' +
      '--start-time $(date -ud -30min +%FT%TZ) --end-time $(date -u +%FT%TZ) --metric-data-queries ' +
      '\'[{"Id":"a","MetricStat":{"Metric":{"Namespace":"AWS/EC2","MetricName":"EBSByteBalance%","Dimensions":' +
      '[{"Name":"InstanceId","Value":"i-…"}]},"Period":60,"Stat":"Minimum"}}]\'`: five or six values that fall, five ' +
      'minutes apart',
    proof: LOOK,
  },
  {
    id: 'server-host-exceeded',
    guess:
      'An instance of Nitro that is not bare metal has `InstanceEBSThroughputExceededCheck` and ' +
      '`InstanceEBSIOPSExceededCheck` by `InstanceId`, a point a minute under basic monitoring too; and they are 1 ' +
      'where a host whose credits are used up is held to its baseline, not only beyond its best rate',
    where: '`lib/shapes/server-metrics.json`, `ofHosts` of `lib/results/bottleneck/servers.ts`',
    ifWrong:
      'with a point each five minutes, they tell nothing in trials shorter than 20 minutes; if 0 at the baseline, a ' +
      'short trial on a small host without credits says that something else than the host limited it',
    change: '`periodMinutes` there; or the 0 that counts as `left` in `ofHosts`',
    byHand:
      'after 40 minutes of `fio --bs=1M --iodepth=32` on a volume of an m5.large that gives 500 MiB/s, for its ' +
      'instance: `aws cloudwatch get-metric-data --start-time $(date -ud -40min +%FT%TZ) ' +
      '--end-time $(date -u +%FT%TZ) --metric-data-queries ' +
      '\'[{"Id":"a","MetricStat":{"Metric":{"Namespace":"AWS/EC2","MetricName":' +
      '"InstanceEBSThroughputExceededCheck","Dimensions":[{"Name":"InstanceId","Value":"i-…"}]},"Period":60,"Stat":' +
      '"Maximum"}}]\'`: a point a minute, and 1 in the last ones, at 81 MB/s',
    proof: LOOK,
  },
  {
    id: 'server-metric-search',
    guess:
      "GetMetricData takes `MAX(SEARCH('{AWS/FSx,FileSystemId,FileServer} …', 'Maximum', 60))` as one query, up " +
      'to 500 in a request, also about what has been deleted; and gives one series for it. `StorageTargetId=MDT` ' +
      'without quotes finds `MDT0000` and its like, and no OST; a search with `Namespace="AWS/FSx"` and no schema ' +
      'finds `FileCreateOperations` and its like by whatever dimensions, of which they are kept by one set alone',
    where: '`searchOf` of `lib/results/servers/ask.ts`',
    ifWrong:
      'a whole request is refused, or what servers of Lustre told is not known: `server_metadata_iops` is the ' +
      'evidence for metadata IOPS that were used up; kept twice, `server_file_creates` is twice of what mdtest counts',
    change: '`searchOf` of that file; or `QUERIES_MAX`',
    byHand: '`servers/asked.json` of an execution; or `fsxbench report DIR`, and the command that it prints',
    proof: { by: 'experiment' },
  },
  {
    id: 'server-page-search',
    guess:
      'A search of a dashboard finds metrics with exactly the dimensions of its schema, up to 500 of them in the ' +
      'whole account; ' +
      '`FileCreateOperations`, `FileOpenOperations`, `FileDeleteOperations`, `StatOperations` and ' +
      '`RenameOperations` of Lustre are kept by `FileSystemId` with `StorageTargetId` or with `FileServer`',
    where: '`lib/stacks/alarms/servers-dashboard.ts`',
    ifWrong: 'graphs of the page `NAME-servers` stay empty, or lack some lines; nothing else reads it',
    change: '`graphs` or `searchFor` of that file',
    byHand:
      'deploy with `-c dashboard=true`, run an experiment on Lustre with metadata IOPS, and look at the page; ' +
      '`aws cloudwatch list-metrics --namespace AWS/FSx --metric-name FileCreateOperations`',
    proof: LOOK,
  },
  {
    id: 'server-metric-late',
    guess: 'Ten minutes after a trial all points of its minutes are there',
    where: '`SETTLED_SECONDS` of `lib/results/servers/ask.ts`',
    ifWrong: 'the last minutes are missing: a trial has fewer, or nothing is told of it',
    change: '`SETTLED_SECONDS`',
    byHand: 'ask again an hour later: `diff` of both answers is empty',
    proof: LOOK,
  },
  {
    id: 'server-metric-burst',
    guess:
      'Shares of a limit (`NetworkThroughputUtilization`, `FileServerDiskThroughputUtilization`) are above 100 while ' +
      'a file system uses credits: CloudWatch does not cut them off',
    where: '`serverLimits` of `lib/results/bottleneck/servers.ts`, `lib/twin/cloud/cloudwatch/values.ts`',
    ifWrong: 'in a burst a bottleneck names a limit of servers that credits have lifted',
    change: '`VALUES` of `values.ts`; what `serverLimits` says of more than 100 %',
    byHand: 'a trial of five minutes on a new Lustre PERSISTENT_2 with 125 MB/s/TiB: `servers/answer-1.json`',
    proof: LOOK,
  },
  {
    id: 'server-metric-access',
    guess:
      '`cloudwatch:GetMetricData` on `*` is all that the function `ask-servers` needs, expressions with SEARCH too',
    where: '`lookAtMetrics` of `lib/stacks/grants/storage.ts`',
    ifWrong:
      '`servers/asked.json` says AccessDenied, and reports say that CloudWatch could not be asked; nothing fails',
    change: '`lookAtMetrics`: `cloudwatch:ListMetrics` beside it',
    byHand: '`servers/asked.json` of an execution with trials of five minutes: `"problem":null`',
    proof: { by: 'experiment' },
  },
  {
    id: 'prometheus-asked',
    guess:
      'Hosts of Amazon Linux 2023 have curl (`curl-minimal`, with TLS and `--data-urlencode`), and reach a ' +
      'Prometheus of 2.1 or later at an address that `external` of the deployment lets them out to',
    where: '`workloads/shell/telemetry.sh`, `reachesOf` of `lib/targets/prometheus/address.ts`',
    ifWrong: 'trials have the note `ServersSilent` with the words of curl; nothing fails, and a trial takes 5 s longer',
    change: '`telemetry.sh`; `curl` in what hosts install',
    byHand:
      'on a host: `curl -sS -G http://ADDRESS:9090/api/v1/query_range --data-urlencode query=up --data ' +
      'start=$(date -d "5 minutes ago" +%s) --data end=$(date +%s) --data step=15`',
    proof: { by: 'hand', because: 'needs a Prometheus that somebody else runs' },
  },
  {
    id: 'prometheus-ceph',
    guess:
      'Clusters of Ceph tell their Prometheus `ceph_osd_op_r_out_bytes`, `ceph_osd_op_w_in_bytes`, `ceph_osd_op_r`, ' +
      '`ceph_osd_op_w` and `ceph_mds_request` as counters, at least twice a minute (exporter, or the module ' +
      '`prometheus` of the manager, whose `scrape_interval` is 15 s), each daemon once',
    where: '`lib/targets/external-ceph/metrics.ts`',
    ifWrong:
      '`ServersSilent` says that the answer is empty; or `server_write` is a multiple of `bandwidth` on a quiet ' +
      'cluster',
    change: '`metrics.ts` there; or `telemetry.metrics` of a spec',
    byHand: 'on a quiet cluster: `experiments/external-ceph-small.yaml` with `telemetry` and `runtime: 3m`',
    proof: { by: 'hand', because: 'needs a cluster of Ceph' },
  },
];
