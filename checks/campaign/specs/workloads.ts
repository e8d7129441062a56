/** Random workloads and fleets. */
import fc from 'fast-check';
import { likely, type Settings, settings } from './draw';

const fio = settings(
  {
    kind: fc.constant('fio'),
    rw: likely(fc.constantFrom('read', 'write', 'randread', 'randwrite', 'randrw', 'rw'), fc.constant('trim')),
    bs: likely(fc.constantFrom('4k', '64 KiB', '1m', '$io.bs'), fc.constantFrom('0', '4 parsecs')),
    size: likely(fc.constantFrom('256 MiB', '1 GiB', '8 GiB'), fc.constantFrom('0', '900 TiB')),
  },
  {
    iodepth: likely(fc.constantFrom(1, 16, '$io.iodepth'), fc.constantFrom(0, '$nobody')),
    numjobs: fc.integer({ min: 1, max: 4 }),
    runtime: likely(fc.constantFrom(20, 60, '90s'), fc.constantFrom(0, '-3s')),
    ramp_time: fc.constantFrom(0, 5, 15),
    direct: fc.constantFrom('auto', true, 0),
    randseed: fc.integer({ min: 1, max: 9 }),
    buffer_compress_percentage: likely(fc.constantFrom(30, 50, 80), fc.constantFrom(0, 100)),
  },
);

const fioMetadata = settings({
  kind: fc.constant('fio'),
  ioengine: fc.constantFrom('filecreate', 'filestat', 'filedelete'),
  nrfiles: likely(fc.constantFrom(2000, 20_000), fc.constant(0)),
  numjobs: fc.integer({ min: 1, max: 4 }),
});

const treeCopy = settings(
  {
    kind: fc.constant('tree-copy'),
    files: likely(fc.constantFrom(1000, 12_000), fc.constant(0)),
    size: likely(fc.constantFrom('20 MB', '250 MB'), fc.constant('1 byte')),
  },
  {
    workers: fc.constantFrom(1, 8, '$workers'),
    compressible: likely(fc.constantFrom('0%', '50%'), fc.constant('2')),
  },
);

const metadata = settings(
  { kind: fc.constant('metadata'), ranks: likely(fc.constantFrom(4, 64), fc.constantFrom(0, 1)) },
  {
    filesPerRank: fc.constantFrom(500, 4000),
    runtime: likely(fc.constantFrom(5, '10s'), fc.constantFrom(1, '2h')),
    operations: likely(
      fc.constantFrom(['create', 'stat', 'remove'], ['mkdir', 'create', 'list', 'rename', 'remove', 'rmdir']),
      fc.constantFrom(['stat'], []),
    ),
    shiftRanks: fc.boolean(),
    ownDirectory: fc.boolean(),
  },
);

const mdtest = settings(
  {
    kind: fc.constant('mdtest'),
    ranks: likely(fc.constantFrom(12, 48), fc.constantFrom(0, 7)),
    filesPerRank: likely(fc.constantFrom(200, 1000), fc.constant(1.5)),
  },
  {
    iterations: fc.constantFrom(1, 3),
    shiftRanks: fc.boolean(),
    ownDirectory: fc.boolean(),
    fileSize: fc.constantFrom(0, '3901 B'),
  },
);

const ior = settings(
  {
    kind: fc.constant('ior'),
    ranks: likely(fc.constantFrom(12, 48), fc.constant(5)),
    blockSize: likely(fc.constantFrom('64 MiB', '1 GiB'), fc.constantFrom('3 parsecs', '1 byte')),
  },
  {
    filePerProc: fc.boolean(),
    fsync: fc.boolean(),
    reorderTasks: fc.boolean(),
    segmentCount: fc.constantFrom(1, 4),
    repetitions: fc.constantFrom(1, 3),
  },
);

/** One or two of them by name. */
export const workloads: fc.Arbitrary<Readonly<Record<string, Settings>>> = fc
  .array(
    fc.oneof(
      { weight: 4, arbitrary: fio },
      { weight: 1, arbitrary: fioMetadata },
      { weight: 2, arbitrary: treeCopy },
      { weight: 1, arbitrary: metadata },
      { weight: 1, arbitrary: mdtest },
      { weight: 1, arbitrary: ior },
    ),
    {
      minLength: 1,
      maxLength: 2,
    },
  )
  .map((all) => Object.fromEntries(all.map((one, index) => [`w${index}`, one])));

const NFS = settings({}, { nfsvers: fc.constantFrom('3', '4.1', 4.2), nconnect: fc.constantFrom(1, 16, '$nconnect') });
const EFS = settings({}, { tls: fc.boolean(), noatime: fc.boolean() });
const CLIENT = likely(
  fc.constantFrom({ 'osc.*OST*.max_rpcs_in_flight': 32, 'mdc.*.max_rpcs_in_flight': 64 }, { 'osc.max_dirty_mb': 64 }),
  fc.constantFrom({ 'osc.OST*.x': 1 }, { jobid_var: 1 }, { 'osc.max_dirty_mb': '1;id' }),
);
const LUSTRE = settings(
  {},
  { noatime: fc.boolean(), tuning: fc.oneof(fc.constantFrom('none', 'recommended'), CLIENT), lctl: CLIENT },
);
const DISK = settings({}, { noatime: fc.boolean() });

/** Mounts of each target by its kind: options of another kind would always be refused. */
function drawMount(targets: Readonly<Record<string, Settings>>): fc.Arbitrary<unknown> {
  const options: Readonly<Record<string, fc.Arbitrary<Settings>>> = {
    'fsx-openzfs': NFS,
    'fsx-lustre': LUSTRE,
    efs: EFS,
    ebs: DISK,
    'instance-store': DISK,
  };
  const each: Record<string, fc.Arbitrary<Settings>> = {};
  for (const [name, { kind }] of Object.entries(targets)) each[name] = options[String(kind)] ?? fc.constant({});
  return fc.record({ each: fc.record(each) });
}

const image = fc.constantFrom('rhel-9', 'almalinux-9', 'ubuntu-24.04', 'rhel-8', 'ubuntu-22.04', 'windows');
const TAG = { fsxbench: 'client' };

/** External hosts. */
export const externalFleet: fc.Arbitrary<Settings> = settings(
  { managed: likely(fc.constant({ tag: TAG }), fc.constantFrom({ tag: {} }, { tag: { 'aws:x': 'y' } }, {})) },
  { count: likely(fc.integer({ min: 1, max: 3 }), fc.constant(0)) },
).map((client) => ({ client }));

/** The role `client`, mounting all targets. */
export function fleetFor(targets: Readonly<Record<string, Settings>>): fc.Arbitrary<Settings> {
  // A volume belongs to one host.
  const disks = Object.values(targets).some(({ kind }) => kind === 'ebs');
  const count = likely(fc.integer({ min: 1, max: disks ? 1 : 3 }), fc.constantFrom(0, 2));
  // Instance types with their own disks and a price.
  const own = Object.values(targets).some(({ kind }) => kind === 'instance-store');
  const types = own ? ['i3en.xlarge', 'i3en.2xlarge'] : ['c5n.large', 'c6in.xlarge', 'm7g.large'];
  const client = settings(
    { instanceType: likely(fc.constantFrom(...types), fc.constantFrom('c99.huge', 'c5n.large')) },
    {
      count,
      image: likely(fc.constant('al2023'), image),
      placement: likely(fc.constant('cluster'), fc.constant('spread')),
      mount: drawMount(targets),
    },
  );
  return fc.record({ client });
}
