/** How hosts mount volumes of ONTAP: what is asked for against what there is, and against what the kernel has. */
import { listBroken, type Problem } from '../../shapes/problem';
import { GIB } from '../fsx-shared';
import { type KernelMount, checkFsType } from '../kernel-mount';
import { diffNfsMount as mountedOne, MAX_REQUEST, mountVariables } from '../nfs-mount';
import { type Luns, resolveLuns, hashLuns, getSetupSeconds } from './luns/luns';
import { type FsxOntap, countVolumes, mountSchema, type OntapMount } from './schema';
import type { Fixture } from '../../shapes/fixture';
import type { MountContext } from '../contract';
import { mountFixture } from '../mount-fixture';
import { ontapMount as rules } from '../rules.json';

/**
 * Bytes of one request that a storage virtual machine takes unless it is told otherwise (`vserver nfs modify
 * -tcp-max-xfer-size`): the client asks for more, and is given this without a word. ONTAP 9 man page, vserver nfs
 * modify
 */
const TRANSFER = 65_536;
const KIB = 1024;

/** Findings with paths relative to the mount. */
export function checkMount(config: FsxOntap, mount: OntapMount): Problem[] {
  const { luns, transferSizeKiB } = config;
  if (luns !== undefined) return checkLuns(luns, mount);
  const { count } = config.volumes;
  const { volumes } = mount;
  const ofLuns = (['luns', 'stripe', 'sessions'] as const).flatMap((at) =>
    listBroken([mount[at] !== undefined, { ...rules.noLuns, at }]),
  );
  const sizes = (['rsize', 'wsize'] as const).flatMap((at) => {
    const { [at]: asked = 0 } = mount;
    const kib = KIB * (transferSizeKiB ?? 0);
    const isUsual = transferSizeKiB === undefined;
    return listBroken(
      [!isUsual && asked > kib, { ...rules.transferSize, at }, { asked, transferSizeKiB, kib }],
      [
        isUsual && asked > TRANSFER,
        { ...rules.usualTransfer, at },
        { asked, transfer: TRANSFER, askedKiB: asked / KIB },
      ],
    );
  });
  return [
    ...ofLuns,
    ...listBroken([volumes !== 'all' && volumes > count, rules.volumes, { volumes, count }]),
    ...sizes,
  ];
}

/** Words of NFS, as they are where nobody says them. */
const NFS_USUAL = mountSchema.parse({});
const NFS_WORDS = ['volumes', 'nconnect', 'nfsvers', 'rsize', 'wsize', 'sync', 'noatime', 'cto', 'actimeo'] as const;

/** Findings on a mount of LUNs. */
function checkLuns({ perHost }: Luns, mount: OntapMount): Problem[] {
  const { luns: asked = perHost } = mount;
  return [
    ...listBroken([asked > perHost, rules.luns, { asked, perHost }]),
    ...NFS_WORDS.flatMap((at) => listBroken([mount[at] !== NFS_USUAL[at], { ...rules.noNfs, at }])),
  ];
}

/** What is not as it was asked for, of all volumes that are mounted. */
export function diffMount(config: FsxOntap, mount: OntapMount, kernel: KernelMount): readonly string[] {
  if (config.luns !== undefined) return checkFsType(kernel, 'xfs');
  const { more = [] } = kernel;
  const all = [kernel, ...more];
  const wanted = countVolumes(config, mount);
  const asked = capSizes(config, mount);
  const wrong = all.flatMap((one) =>
    mountedOne(asked, one).map((text) => (all.length === 1 ? text : `${one.source}: ${text}`)),
  );
  if (wrong.length > 0 || all.length === wanted) return wrong;
  return [`${wanted} volumes were asked for, the kernel has ${all.length}`];
}

/**
 * The mount with the sizes that client and server must come to: where the server was told what it takes, no less is
 * right, whatever was asked for.
 */
export function capSizes({ transferSizeKiB }: FsxOntap, mount: OntapMount): OntapMount {
  if (transferSizeKiB === undefined) return mount;
  const { rsize = MAX_REQUEST, wsize = MAX_REQUEST } = mount;
  const most = KIB * transferSizeKiB;
  return { ...mount, rsize: Math.min(rsize, most), wsize: Math.min(wsize, most) };
}

const SHELL = ['clock', 'host', 'remove', 'status', 'package', 'volume', 'nfs'];

/** Assumed: the client is part of the system, and mounted in seconds. */
const SECONDS = { expectedSeconds: 15, timeoutSeconds: 1500 };

/** Each further volume: five tries of a minute, and what is between them. */
const VOLUME_SECONDS = { expected: 1, timeout: 350 };

/** The volumes, mounted on the hosts of some roles: one fixture, since mounts of one server share its connections. */
export function mount(config: FsxOntap, options: OntapMount, place: MountContext): Fixture {
  if (config.luns !== undefined) return attach({ ...config, luns: config.luns }, options, place);
  const { transferSizeKiB } = config;
  const count = countVolumes(config, options);
  const isSet = transferSizeKiB !== undefined;
  return mountFixture(place, {
    shell: SHELL,
    up: {
      comment: 'Mounts volumes of FSx for ONTAP, and makes the folders of the host.',
      variables: {
        ...mountVariables(capSizes(config, options)),
        NFS_VOLUMES: String(count),
        ...(isSet ? { NFS_TRANSFER: String(KIB * transferSizeKiB), ONTAP_ROLES: place.roles.join(' ') } : {}),
      },
      files: [...(isSet ? ['server.sh'] : []), 'prepare.sh'],
    },
    down: { comment: 'Unmounts FSx for ONTAP.', files: ['down.sh'] },
    expectedSeconds: SECONDS.expectedSeconds + VOLUME_SECONDS.expected * (count - 1),
    timeoutSeconds: SECONDS.timeoutSeconds + VOLUME_SECONDS.timeout * (count - 1),
    volumes: count,
  });
}

const LUN_FILES = ['server.sh', 'exchange.sh', 'luns.sh', 'luns-end.sh'];
/** Of each LUN of a host: found by its paths. Assumed. */
const LUN_SECONDS = { expected: 2, timeout: 20 };
/** Two volumes that are left, and their LUNs' end, a minute and ten seconds (`detach.sh`), of its own. */
const LEAVE_LUNS_SECONDS = 2 * 30 + 80;
/** Installed tools, the mount of what hosts tell each other, and the wait of ten minutes for what all of them see. */
const ATTACH_SECONDS = { expected: 60, timeout: 1800 };

/** LUNs of each host, made by the first one, attached, striped and mounted. */
function attach(config: FsxOntap & { readonly luns: Luns }, options: OntapMount, place: MountContext): Fixture {
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
  return mountFixture(place, {
    shell: SHELL,
    up: {
      comment: 'Makes LUNs of ONTAP, attaches those of the host, stripes and mounts them.',
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
