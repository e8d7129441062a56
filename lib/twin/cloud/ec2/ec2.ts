/** The calls of EC2 that the machines use: launch templates, instant fleets, instances and their volumes. */
import type { HostLaunch } from '../../hosts/driver';
import type { Service, Tags } from '../service';
import { makeFleetActions } from './fleet';
import { makeCatalogActions } from './catalog';
import { makeInstanceActions } from './instances';
import { adoptSurvivors, terminateInstance } from './launch';
import { makeModificationActions, makeVolumeActions } from './volumes';
import { type Ec2Options, Ec2State, type HostChange, type Instance, type Volume } from './state';
import { makeTemplateActions } from './templates';

/** An instance as other services and the checkers see it. */
export interface HostView extends HostLaunch {
  readonly state: Instance['state'];
  /** Order of launch. */
  readonly rank: number;
  /** Ids of the volumes that its launch created. */
  readonly diskIds: readonly string[];
  /** Has booted, and its agent answers. */
  readonly online: boolean;
  /** Registered with SSM: its agent has answered once. */
  readonly managed: boolean;
  /** Why the boot failed; absent if the boot succeeded. */
  readonly bootError?: string;
}

export interface Ec2 {
  readonly service: Service;
  /** Adopts hosts that outlived an earlier process as running instances. Call once, before other methods. */
  load(): Promise<void>;
  /** All instances in order of launch, including recently terminated ones. */
  hosts(): readonly HostView[];
  /** One instance; undefined if the id is unknown or the instance was terminated long ago. */
  host(instanceId: string): HostView | undefined;
  /** Whether the agent of an instance answers now. */
  online(instanceId: string): boolean;
  /** Names of the launch templates that exist, for checkers. */
  templates(): readonly string[];
  /** Tags of the launch template with that name; empty if none exists. */
  templateTags(name: string): Tags;
  volumes(): readonly Volume[];
  /** Calls `watcher` whenever a host comes online, becomes silent or is gone. */
  watch(watcher: (instanceId: string, change: HostChange) => void): void;
  /** Terminates an instance without a call, as a failure or a shutdown does. Ignores unknown ids. */
  lose(instanceId: string, reason: { readonly Code: string; readonly Message: string }): void;
  /** Stops or restores the answers of the agent, while the instance runs. Unknown ids are ignored. */
  silence(instanceId: string, silent: boolean): void;
}

export function makeEc2(options: Ec2Options): Ec2 {
  const state = new Ec2State(options);
  return {
    service: {
      ...makeTemplateActions(state),
      ...makeFleetActions(state),
      ...makeInstanceActions(state),
      ...makeVolumeActions(state),
      ...makeModificationActions(state),
      ...makeCatalogActions(state),
    },
    load: () => adoptSurvivors(state),
    hosts: () => state.known().map(toHostView),
    host: (instanceId) => {
      const instance = state.instances.get(instanceId);
      return instance === undefined ? undefined : toHostView(instance);
    },
    online: (instanceId) => state.instances.get(instanceId)?.online === true,
    templates: () => [...state.templates.values()].map(({ name }) => name),
    templateTags: (name) => [...state.templates.values()].find((one) => one.name === name)?.tags ?? {},
    volumes: () => [...state.volumes.values()],
    watch: (watcher) => state.watch(watcher),
    lose: (instanceId, reason) => {
      const instance = state.instances.get(instanceId);
      if (instance !== undefined) terminateInstance(state, instance, reason);
    },
    silence: (instanceId, silent) => {
      const instance = state.instances.get(instanceId);
      if (instance?.managed !== true) return;
      instance.online = !silent;
      state.announce(instanceId, silent ? 'silent' : 'online');
    },
  };
}

/** Cache of the last view of each instance: callers often list all hosts, and few hosts change. */
const hostViewCache = new WeakMap<Instance, HostView>();

function toHostView(instance: Instance): HostView {
  const { launch, rank, disks, state, online, managed, bootError } = instance;
  const last = hostViewCache.get(instance);
  if (
    last !== undefined &&
    last.state === state &&
    last.online === online &&
    last.managed === managed &&
    last.bootError === bootError
  )
    return last;
  const diskIds = disks.map(({ id }) => id);
  const now = { ...launch, rank, diskIds, state, online, managed, ...(bootError === undefined ? {} : { bootError }) };
  hostViewCache.set(instance, now);
  return now;
}
