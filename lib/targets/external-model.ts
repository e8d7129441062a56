/** Simulation of external storage: `provisioned` rates of the spec, or those of an ordinary file server. Assumed. */
import type { LimitName } from '../shapes/metric';
import { type ExternalSettings, getExternalProvisioned } from './external-settings';
import { type ModelledRate, toSteadyRate, type TargetModel } from './model';

/** An ordinary file server behind 10 Gbit/s; assumed. */
const TYPICAL_SERVER = {
  bandwidth: 1e9,
  iops: 20_000,
  metadataCreates: 2000,
  metadataDeletes: 2000,
  metadataOpens: 5000,
  metadataMkdirs: 2000,
  metadataRmdirs: 2000,
  metadataRenames: 2000,
  metadataIops: 10_000,
} as const satisfies Readonly<Record<LimitName, number>>;

/** Latency of one operation on an idle server, microseconds: a network round trip and a server cache; assumed. */
const LATENCY_US = { read: 700, write: 1000, metadata: 1000 };
/** Duration of credits, if the owner states a burst; assumed. */
const BURST_SECONDS = 1800;

/** @param hostBytes maximum of one host with its protocol, bytes/s */
export function modelExternal(config: ExternalSettings, hostBytes: number): TargetModel {
  const { burst = {}, ...baseline } = getExternalProvisioned(config);
  const of = (name: LimitName): number => baseline[name] ?? TYPICAL_SERVER[name];
  const rate = (name: LimitName): ModelledRate => {
    const most = burst[name];
    return most === undefined
      ? toSteadyRate(of(name))
      : { baseline: of(name), burst: most, burstSeconds: BURST_SECONDS };
  };
  return {
    read: rate('bandwidth'),
    write: rate('bandwidth'),
    readIops: rate('iops'),
    writeIops: rate('iops'),
    latencyUs: LATENCY_US,
    cacheBytes: 0,
    cacheRead: rate('bandwidth').burst,
    hostBytes,
    metadata: {
      create: of('metadataCreates'),
      delete: of('metadataDeletes'),
      mkdir: of('metadataMkdirs'),
      rmdir: of('metadataRmdirs'),
      rename: of('metadataRenames'),
      stat: of('metadataIops'),
      open: of('metadataOpens'),
    },
  };
}
