/** CephFS or RBD in a cluster that exists already and that others own. Hosts are of EC2. */
import { IMAGES } from '../../shapes/images';
import { GIB } from '../fsx-shared';
import type { Target, Unmountable } from '../contract';
import { OWNED_ELSEWHERE, withoutElsewhere } from '../elsewhere';
import { modelElsewhere } from '../elsewhere-model';
import { NOT_OURS } from '../foreign';
import { type KernelMount, KernelOptions, typed } from '../kernel-mount';
import { reachesOf, secretsOf } from '../prometheus/address';
import { telemetryOf } from '../prometheus/setting';
import { check, usualMetrics } from './check';
import { mount } from './prepare';
import { type CephMount, type ExternalCeph, mountSchema, schema } from './schema';

const MONITOR_PORT = 6789;
/** Of OSDs and metadata servers. https://docs.ceph.com/en/latest/rados/configuration/network-config-ref/ */
const DAEMON_PORTS = '6800-7568';
/** A host moves this at most; assumed: its clients have many connections, and the network of the host is less. */
const HOST_BYTES = 12.5e9;

const CEPH_ELSEWHERE: Unmountable = {
  sure: false,
  why:
    'the package `ceph-common` and the kernel modules must be on it or in its repositories, which is not certain; ' +
    'Ubuntu has them: `image: ubuntu-24.04`',
  source: 'https://docs.ceph.com/en/latest/install/get-packages/',
};

/** The kind `external-ceph`. */
export const externalCeph: Target<ExternalCeph, CephMount> = {
  ...OWNED_ELSEWHERE,
  kind: 'external-ceph',
  summary: 'CephFS or RBD in a cluster that exists already: each rig has a folder or images of its own in it.',
  local: false,
  foreign: {
    // Each monitor is of one cluster: two that have one of them in common are the same, whatever else they name. Files
    // and blocks share its disks.
    stores: ({ monitors }) => monitors.map((one) => `ceph:${one.toLowerCase()}`).toSorted(),
    reaches: ({ monitors, servers, telemetry }) => [
      ...monitors.map((address) => ({ address, ports: [MONITOR_PORT] })),
      ...servers.map((address) => ({ address, ports: [DAEMON_PORTS] })),
      ...reachesOf(telemetry),
    ],
    secrets: ({ secret, telemetry }) => [
      ...new Set([...(secret === undefined ? [] : [secret]), ...secretsOf(telemetry)]),
    ],
  },
  schema,
  mountSchema,
  check,
  telemetry: (config) => telemetryOf(config.telemetry, usualMetrics(config)),
  change: () => NOT_OURS,
  onImage: (image) => (IMAGES[image].packages === 'apt' ? undefined : CEPH_ELSEWHERE),
  userData: () => '',
  mount: (config, options, place) => mount(config, mountSchema.parse(options), place),
  mounted,
  // The kernel's clients write back in their own time.
  closesEarly: true,
  // Another key opens the same storage.
  identity: (config) => {
    const { secret: _, servers: __, ...own } = withoutElsewhere(config);
    return own;
  },
  capacityBytes: ({ sizeGiB }) => (sizeGiB === undefined ? null : sizeGiB * GIB),
  model: (config) => modelElsewhere(config, HOST_BYTES),
};

function mounted({ protocol }: ExternalCeph, { noatime }: CephMount, kernel: KernelMount): readonly string[] {
  const wrong = typed(kernel, protocol === 'rbd' ? 'xfs' : 'ceph');
  return wrong.length > 0 ? wrong : new KernelOptions(kernel.options).flag('noatime', noatime);
}
