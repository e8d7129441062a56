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
  /** Ids of the volumes of its launch. */
  readonly diskIds: readonly string[];
  /** Booted, with an answering agent. */
  readonly online: boolean;
  /** Registered with SSM: its agent has answered once. */
  readonly managed: boolean;
  /** Why the boot failed, where it did. */
  readonly bootError?: string;
}

export interface Ec2 {
  readonly service: Service;
  /** Takes over hosts that outlived an earlier process, as running instances. Call it once, before anything else. */
  load(): Promise<void>;
  /** All instances not yet forgotten, including terminated ones, in order of launch. */
  hosts(): readonly HostView[];
  /** One instance; undefined where it is unknown or forgotten. */
  host(instanceId: string): HostView | undefined;
  /** Whether the agent of an instance answers now. */
  online(instanceId: string): boolean;
  /** Names of the launch templates that exist, for checkers. */
  templates(): readonly string[];
  /** Tags of the launch template of that name; none where there is none. */
  templateTags(name: string): Tags;
  /** All existing volumes. */
  volumes(): readonly Volume[];
  /** Calls `watcher` whenever a host comes online, becomes silent or is gone. */
  watch(watcher: (instanceId: string, change: HostChange) => void): void;
  /** Ends an instance without a call: a failure or a shutdown from inside. Unknown ids are ignored. */
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

/** Cache of the last view of each instance: all hosts are listed again and again, and few change in between. */
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
