/** EC2 as far as the machines call it: launch templates, instant fleets, instances and their disks. */
import type { HostLaunch } from '../../hosts/driver';
import type { Service, Tags } from '../service';
import { fleetActions } from './fleet';
import { catalogActions } from './catalog';
import { instanceActions } from './instances';
import { loadSurvivors, terminate } from './launch';
import { modificationActions, volumeActions } from './volumes';
import { type Ec2Options, Ec2State, type HostChange, type Instance, type Volume } from './state';
import { templateActions } from './templates';

/** An instance as other services and the checkers see it. */
export interface HostView extends HostLaunch {
  readonly state: Instance['state'];
  /** Order of launch. */
  readonly rank: number;
  /** Ids of the disks that it was launched with. */
  readonly diskIds: readonly string[];
  /** Booted, and its agent answers. */
  readonly online: boolean;
  /** Known to SSM: its agent has answered once. */
  readonly managed: boolean;
  /** Why the boot failed, where it did. */
  readonly bootError?: string;
}

export interface Ec2 {
  readonly service: Service;
  /** Takes over hosts that outlived an earlier process, as running instances. Call once, before anything else. */
  load(): Promise<void>;
  /** All instances that are still known, terminated ones included, in order of launch. */
  hosts(): readonly HostView[];
  /** One instance; undefined where it is not known, or no more. */
  host(instanceId: string): HostView | undefined;
  /** Whether the agent of an instance answers now. */
  online(instanceId: string): boolean;
  /** Names of the launch templates that exist, for checkers. */
  templates(): readonly string[];
  /** Tags of the launch template of that name; none where there is none. */
  templateTags(name: string): Tags;
  /** All disks that exist. */
  volumes(): readonly Volume[];
  /** Calls `watcher` whenever a host comes online, falls silent or goes. */
  watch(watcher: (instanceId: string, change: HostChange) => void): void;
  /** Ends an instance without a call: it died, or shut itself down. Unknown ids are ignored. */
  lose(instanceId: string, reason: { readonly Code: string; readonly Message: string }): void;
  /** The agent of a host stops answering while the instance runs on, or answers again. Unknown ids are ignored. */
  silence(instanceId: string, silent: boolean): void;
}

export function makeEc2(options: Ec2Options): Ec2 {
  const state = new Ec2State(options);
  return {
    service: {
      ...templateActions(state),
      ...fleetActions(state),
      ...instanceActions(state),
      ...volumeActions(state),
      ...modificationActions(state),
      ...catalogActions(state),
    },
    load: () => loadSurvivors(state),
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
      if (instance !== undefined) terminate(state, instance, reason);
    },
    silence: (instanceId, silent) => {
      const instance = state.instances.get(instanceId);
      if (instance?.managed !== true) return;
      instance.online = !silent;
      state.announce(instanceId, silent ? 'silent' : 'online');
    },
  };
}

/** The last view of each instance: others look at all hosts again and again, and few change between two looks. */
const lastViews = new WeakMap<Instance, HostView>();

function toHostView(instance: Instance): HostView {
  const { launch, rank, disks, state, online, managed, bootError } = instance;
  const last = lastViews.get(instance);
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
  lastViews.set(instance, now);
  return now;
}
