/** Rules of `external-ceph` beyond single settings. */
import { errorAt, type Problem } from '../../shapes/problem';
import type { QueriedMetric } from '../../shapes/telemetry';
import { checkElsewhere } from '../elsewhere';
import { adviseUnknown, checkAddress } from '../foreign';
import { finding, trait } from '../fsx-shared';
import { CEPH_METRICS, CEPHFS_METRICS } from './metrics';
import { checkReached } from '../prometheus/address';
import type { ExternalCeph } from './schema';

/** What each protocol needs, and what only it knows. */
const OWN = {
  cephfs: { needs: ['folder'], knows: ['fsname', 'path', 'folder'] },
  rbd: { needs: ['pool', 'sizeGiB'], knows: ['pool', 'sizeGiB'] },
} as const;

/** Findings with paths relative to the target's entry. */
export function check(config: ExternalCeph): Problem[] {
  return [
    ...config.monitors.flatMap((address, index) => checkAddress(address, ['monitors', index])),
    ...config.servers.flatMap((address, index) => checkAddress(address, ['servers', index])),
    ...ofProtocol(config),
    ...checkElsewhere(config, usualMetrics(config)),
    ...checkReached(config.telemetry),
    ...advice(config),
    ...adviseUnknown(config),
  ];
}

/** What a cluster is asked where a spec names no metrics. */
export function usualMetrics({ protocol }: Pick<ExternalCeph, 'protocol'>): readonly QueriedMetric[] {
  return protocol === 'cephfs' ? CEPHFS_METRICS : CEPH_METRICS;
}

function ofProtocol(config: ExternalCeph): Problem[] {
  const { protocol } = config;
  const other = protocol === 'rbd' ? 'cephfs' : 'rbd';
  const missing = OWN[protocol].needs
    .filter((setting) => config[setting] === undefined)
    .map((setting) => errorAt('MissingKey', [setting], `\`${setting}\` is missing; protocol ${protocol} needs it`));
  const strange = OWN[other].knows
    .filter((setting) => config[setting] !== undefined)
    .map((setting) =>
      errorAt(
        'Contradiction',
        [setting],
        `\`${setting}\` is of protocol ${other}, and this is ${protocol}; take it out`,
      ),
    );
  return [...missing, ...strange];
}

function advice({ servers, protocol }: ExternalCeph): Problem[] {
  const alone =
    servers.length > 0
      ? []
      : [
          finding(
            'advice',
            'OnlyMonitors',
            'servers',
            'hosts talk to the servers of OSDs and metadata too: name them, so that admission looks whether the ' +
              'deployment lets hosts out to them; with none named only the monitors are looked at',
          ),
        ];
  const shared = trait(
    'ImageEach',
    'protocol',
    'each host has an image of its own, with xfs on it: files are not shared between hosts, and the memory of the ' +
      'host caches them',
  );
  return [...alone, ...(protocol === 'rbd' ? [shared] : [])];
}
