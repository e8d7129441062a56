/** Lines that experiments on one type of FSx file system prove: the compiler asks for those of each type. */
import type { FsxType } from '../../../shapes/resources';
import { SECRET_ID } from '../../../targets/secret';
import { fails, type Finding, holds, type Probe } from '../patient';
import { hostSaid, measuredUnless } from './rig-failures';
import { makes, type Shown, shownBy, typeOfCopy } from './shown';

/** A receipt without any file system left, of an experiment that made one so. */
const cleanOf =
  (type: FsxType, settings: Readonly<Record<string, unknown>> = {}): Shown =>
  (one) => {
    if (!makes(type, settings)(one) || one.receipt === null) return Promise.resolve(null);
    const { clean, left, resources } = one.receipt;
    const stayed = left.filter((resource) => resource.kind.startsWith('fsx'));
    if (stayed.length > 0)
      return Promise.resolve(fails(`its receipt has left ${stayed.map(({ id }) => id).join(', ')}`));
    const made = resources.find((resource) => resource.kind.startsWith('fsx'));
    return Promise.resolve(clean && made !== undefined ? holds(`${made.id} is gone, says its receipt`) : null);
  };

/** Clients of a file system that was changed in place: trials after the first stage count. */
const cameBack =
  (type: FsxType): Shown =>
  (one) => {
    const changed = one.plan.rigs.some(({ copies, periods }) => {
      const own = copies.filter((copy) => typeOfCopy(copy) === type).map(({ copy }) => copy);
      return periods.some(({ batches }) =>
        batches.some(({ changes }) => changes.some(({ copy }) => own.includes(copy))),
      );
    });
    const total = one.plan.trials.length;
    const valid = one.summary?.verdicts.VALID ?? 0;
    const back: Finding | null =
      changed && valid === total && total > 0 ? holds(`all ${valid} trials count, after the changes too`) : null;
    return Promise.resolve(back);
  };

/** Hosts of an experiment that makes such a file system have measured on it; or said why not. */
const mountedUnless = (said: RegExp, type: FsxType, settings: Readonly<Record<string, unknown>> = {}): Shown => {
  const made = makes(type, settings);
  return (one, patient) => (made(one) ? measuredUnless(hostSaid(said))(one, patient) : Promise.resolve(null));
};

/** Where a host set up the server by its own interface, hosts have measured on it; or said why not. */
const serverSetUp: Shown = (one, patient) =>
  one.plan.rigs.some(({ copies }) => copies.some(({ requests }) => requests.some(({ id }) => id === SECRET_ID)))
    ? mountedUnless(/ONTAP does not take|secret of the rig|the server (?:agrees|was told)/, 'ONTAP')(one, patient)
    : Promise.resolve(null);

const OF_TYPES = {
  LUSTRE: {
    'lustre-client': shownBy(mountedUnless(/lustre-client|lfs |lustre/i, 'LUSTRE')),
    'delete-scratch': shownBy(cleanOf('LUSTRE', { deploymentType: 'SCRATCH_2' })),
  },
  ONTAP: {
    'ontap-exports': shownBy(mountedUnless(/cannot be mounted|cannot be (?:made|written)/, 'ONTAP')),
    'ontap-parts': shownBy(mountedUnless(/cannot be mounted/, 'ONTAP')),
    'ontap-root': shownBy(cleanOf('ONTAP')),
    'ontap-clients': shownBy(cameBack('ONTAP')),
    'ontap-server': shownBy(serverSetUp),
  },
  OPENZFS: {
    'multi-zone-endpoint': shownBy(mountedUnless(/cannot be mounted/, 'OPENZFS', { deploymentType: 'MULTI_AZ_1' })),
    'root-volume-tag': shownBy(cleanOf('OPENZFS')),
    'openzfs-clients': shownBy(cameBack('OPENZFS')),
  },
} satisfies Readonly<Record<FsxType, Readonly<Record<string, Probe>>>>;

export const FSX_TYPE_PROBES = { ...OF_TYPES.LUSTRE, ...OF_TYPES.ONTAP, ...OF_TYPES.OPENZFS };
