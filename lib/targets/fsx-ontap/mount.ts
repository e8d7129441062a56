/** Mounts of ONTAP volumes, and checks of their options against the target and against the kernel. */
import { listBroken, type Problem } from '../../shapes/problem';
import { GIB } from '../fsx-shared';
import { type KernelMount, checkFsType } from '../kernel-mount';
import { diffNfsMount as mountedOne, MAX_REQUEST_BYTES, toMountValues } from '../nfs-mount';
import { type Luns, resolveLuns, hashLuns, getSetupSeconds } from './luns/luns';
import { type FsxOntap, countVolumes, ontapMountSchema, type OntapMount } from './schema';
import type { Fixture } from '../../shapes/fixture';
import type { MountContext } from '../contract';
import { makeMountFixture } from '../mount-fixture';
import { ontapMount as rules } from '../rules.json';

/**
 * Maximum request of a storage virtual machine by default, bytes (`vserver nfs modify -tcp-max-xfer-size`); larger
 * requests of clients are reduced silently. ONTAP 9 man page, vserver nfs modify
 */
const DEFAULT_TRANSFER_BYTES = 65_536;
const KIB = 1024;

export function checkOntapMount(config: FsxOntap, mount: OntapMount): Problem[] {
  const { luns, transferSizeKiB } = config;
  if (luns !== undefined) return checkLunMount(luns, mount);
  const { count } = config.volumes;
  const { volumes } = mount;
  const ofLuns = (['luns', 'stripe', 'sessions'] as const).flatMap((at) =>
    listBroken([mount[at] !== undefined, { ...rules.noLuns, at }]),
  );
  const sizes = (['rsize', 'wsize'] as const).flatMap((at) => {
    const { [at]: requested = 0 } = mount;
    const isUsual = transferSizeKiB === undefined;
    const known = { requested, transferSizeKiB: transferSizeKiB ?? 0, kib: KIB * (transferSizeKiB ?? 0) };
    return listBroken(
      [!isUsual && requested > known.kib, { ...rules.transferSize, at }, known],
      [
        isUsual && requested > DEFAULT_TRANSFER_BYTES,
        { ...rules.usualTransfer, at },
        { requested, transfer: DEFAULT_TRANSFER_BYTES, requestedKiB: requested / KIB },
      ],
    );
  });
  return [
    ...ofLuns,
    ...listBroken([volumes !== 'all' && volumes > count, rules.volumes, { volumes, count }]),
    ...sizes,
  ];
}

const NFS_DEFAULTS = ontapMountSchema.parse({});
const NFS_OPTIONS = ['volumes', 'nconnect', 'nfsvers', 'rsize', 'wsize', 'sync', 'noatime', 'cto', 'actimeo'] as const;

function checkLunMount({ perHost }: Luns, mount: OntapMount): Problem[] {
  const { luns: requested = perHost } = mount;
  return [
    ...listBroken([requested > perHost, rules.luns, { requested, perHost }]),
    ...NFS_OPTIONS.flatMap((at) => listBroken([mount[at] !== NFS_DEFAULTS[at], { ...rules.noNfs, at }])),
  ];
}

/** Differences between the spec and the kernel, for all mounted volumes. */
export function diffOntapMount(config: FsxOntap, mount: OntapMount, kernel: KernelMount): readonly string[] {
  if (config.luns !== undefined) return checkFsType(kernel, 'xfs');
  const { more = [] } = kernel;
  const all = [kernel, ...more];
  const wanted = countVolumes(config, mount);
  const requested = setServerSizes(config, mount);
  const wrong = all.flatMap((one) =>
    mountedOne(requested, one).map((text) => (all.length === 1 ? text : `${one.source}: ${text}`)),
  );
  if (wrong.length > 0 || all.length === wanted) return wrong;
  return [`requested ${wanted} volumes, but the kernel has ${all.length}`];
}

/** Sets request sizes that the kernel must show. If the target sets the server's maximum, a smaller size differs. */
export function setServerSizes({ transferSizeKiB }: FsxOntap, mount: OntapMount): OntapMount {
  if (transferSizeKiB === undefined) return mount;
  const { rsize = MAX_REQUEST_BYTES, wsize = MAX_REQUEST_BYTES } = mount;
  const most = KIB * transferSizeKiB;
  return { ...mount, rsize: Math.min(rsize, most), wsize: Math.min(wsize, most) };
}

const SHELL_FILES = ['clock', 'host', 'remove', 'status', 'package', 'volume', 'nfs'];

/** Assumed: the client is part of the system, and mounts in seconds. */
const MOUNT_SECONDS = { expectedSeconds: 15, timeoutSeconds: 1500 };

/** Timeout of each additional volume: five attempts of a minute, with pauses. */
const EXTRA_VOLUME_SECONDS = { expected: 1, timeout: 350 };

/** One fixture for all volumes, since mounts of one server share its connections. */
export function mountOntap(config: FsxOntap, options: OntapMount, place: MountContext): Fixture {
  if (config.luns !== undefined) return attachLuns({ ...config, luns: config.luns }, options, place);
  const { transferSizeKiB } = config;
  const count = countVolumes(config, options);
  const isSet = transferSizeKiB !== undefined;
  return makeMountFixture(place, {
    shell: SHELL_FILES,
    up: {
      comment: 'Mounts volumes of FSx for ONTAP, and creates the folders of the host.',
      variables: {
        ...toMountValues(setServerSizes(config, options)),
        NFS_VOLUMES: String(count),
        ...(isSet ? { NFS_TRANSFER: String(KIB * transferSizeKiB), ONTAP_ROLES: place.roles.join(' ') } : {}),
      },
      files: [...(isSet ? ['server.sh'] : []), 'prepare.sh'],
    },
    down: { comment: 'Unmounts FSx for ONTAP.', files: ['down.sh'] },
    expectedSeconds: MOUNT_SECONDS.expectedSeconds + EXTRA_VOLUME_SECONDS.expected * (count - 1),
    timeoutSeconds: MOUNT_SECONDS.timeoutSeconds + EXTRA_VOLUME_SECONDS.timeout * (count - 1),
    volumes: count,
  });
}

const LUN_FILES = ['server.sh', 'exchange.sh', 'luns.sh', 'luns-end.sh'];
/** Assumed time to find the paths of each LUN of a host. */
const LUN_SECONDS = { expected: 2, timeout: 20 };
/** Time to unmount two volumes and to remove their LUNs, 70 s (`detach.sh`) plus 10 s. */
const LEAVE_LUNS_SECONDS = 2 * 30 + 80;
/** Time to install tools and to mount the shared volume; the timeout includes a wait of ten minutes for its content. */
const ATTACH_SECONDS = { expected: 60, timeout: 1800 };

/** Fixture for LUNs: the first host creates them, and each host attaches, stripes and mounts its own LUNs. */
function attachLuns(config: FsxOntap & { readonly luns: Luns }, options: OntapMount, place: MountContext): Fixture {
  const { haPairs, luns } = config;
  const making = getSetupSeconds(luns, place.hosts ?? 1);
  const { luns: count, stripe, sessions } = resolveLuns(luns, options);
  const all = luns.perHost + (luns.log?.perHost ?? 0);
  const variables = {
    LUN_SET: hashLuns(config),
    LUN_PAIRS: String(haPairs),
    LUN_PER_HOST: String(luns.perHost),
    LUN_BYTES: String(GIB * luns.sizeGiB),
    LUN_LOGS: String(luns.log?.perHost ?? 0),
    LUN_LOG_BYTES: String(GIB * (luns.log?.sizeGiB ?? 0)),
    LUN_COUNT: String(count),
    LUN_STRIPE: String(stripe),
    LUN_SESSIONS: String(sessions),
    ONTAP_ROLES: place.roles.join(' '),
  };
  return makeMountFixture(place, {
    shell: SHELL_FILES,
    up: {
      comment: 'Creates LUNs of ONTAP, attaches, stripes and mounts those of the host.',
      variables,
      files: [...LUN_FILES, 'attach.sh'],
    },
    down: { comment: 'Unmounts and detaches LUNs of ONTAP.', variables, files: [...LUN_FILES, 'detach.sh'] },
    expectedSeconds: Math.ceil(ATTACH_SECONDS.expected + making.expected + LUN_SECONDS.expected * all),
    timeoutSeconds: Math.ceil(ATTACH_SECONDS.timeout + making.timeout + LUN_SECONDS.timeout * all),
    volumes: 2,
    leaveSeconds: LEAVE_LUNS_SECONDS,
  });
}
