/** Lifecycle of instances: launched by the host driver, running after a delay, ended by a call, a host or a fault. */
import type { HostLaunch } from '../../hosts/driver';
import type { Tags } from '../service';
import type { Ec2State, Instance, LaunchTemplate } from './state';
import { DEFAULT_IMAGE, IMAGES } from '../../../shapes/images';
import { findImage } from './catalog';
import { decodeUserData } from './requests';
import { attachVolumes, deleteWithInstance, listLaunchVolumes } from './volumes';

export interface LaunchGroup {
  readonly template: LaunchTemplate;
  readonly instanceType: string;
  readonly zone: string;
  readonly subnetId?: string;
  readonly tags: { readonly instance: Tags; readonly volume: Tags; readonly 'network-interface': Tags };
}

/** Launches `count` instances and returns their ids. The instances become running and online later. */
export function launchInstances(state: Ec2State, group: LaunchGroup, fleetId: string, count: number): string[] {
  const { clock } = state.options;
  const reservationId = state.newId('r');
  const tags = {
    // Tags that EC2 adds to instances of a fleet.
    'aws:ec2:fleet-id': fleetId,
    'aws:ec2launchtemplate:id': group.template.id,
    'aws:ec2launchtemplate:version': '1',
    ...group.tags.instance,
  };
  return Array.from({ length: count }, (_, index) => {
    const launch: HostLaunch = {
      instanceId: state.newId('i'),
      tags,
      userData: decodeUserData(group.template.data),
      privateIp: state.nextAddress(),
      instanceType: group.instanceType,
      launchedAt: clock.now(),
    };
    const { template, zone, subnetId } = group;
    const subnet = subnetId === undefined ? {} : { subnetId };
    const place = { rank: state.nextRank(), reservationId, index, template, zone, ...subnet };
    const disks = listLaunchVolumes(launch.instanceId, template.data);
    const instance: Instance = { launch, disks, ...place, state: 'pending', online: false, managed: false };
    state.instances.set(launch.instanceId, instance);
    attachVolumes(state, instance, group.tags.volume);
    void bootInstance(state, instance);
    return launch.instanceId;
  });
}

/** Adopts instances that outlived an earlier process: running, with answering agents. */
export async function adoptSurvivors(state: Ec2State): Promise<void> {
  for (const launch of await state.options.driver.survivors()) {
    if (state.instances.has(launch.instanceId)) continue;
    const instance: Instance = {
      launch,
      disks: [],
      rank: state.nextRank(),
      reservationId: state.newId('r'),
      index: 0,
      zone: `${state.options.place.region}a`,
      state: 'running',
      online: true,
      managed: true,
    };
    state.instances.set(launch.instanceId, instance);
    startBilling(state, instance);
    state.announce(launch.instanceId, 'online');
  }
}

async function bootInstance(state: Ec2State, instance: Instance): Promise<void> {
  const { clock, driver, onHostProblem } = state.options;
  const { instanceId } = instance.launch;
  void runAfterPendingState(state, instance);
  try {
    await driver.launch(instance.launch);
  } catch (error) {
    instance.bootError = toMessage(error);
    // If a termination interrupts the boot, the host has no problem.
    if (instance.state === 'pending' || instance.state === 'running')
      onHostProblem?.(instanceId, `did not boot: ${instance.bootError}`);
    return;
  }
  // The agent of a simulated host may answer before the state is `running`; SSM lists only running hosts.
  const left = instance.launch.launchedAt + state.delays.pendingMs - clock.now();
  if (left > 0) await clock.sleep(left);
  if (instance.state !== 'pending' && instance.state !== 'running') return;
  markRunning(state, instance);
  instance.online = true;
  instance.managed = true;
  state.announce(instanceId, 'online');
}

async function runAfterPendingState(state: Ec2State, instance: Instance): Promise<void> {
  const { pendingMs } = state.delays;
  if (pendingMs > 0) await state.options.clock.sleep(pendingMs);
  markRunning(state, instance);
}

/** Pending instances become running; all other instances keep their state. */
function markRunning(state: Ec2State, instance: Instance): void {
  if (instance.state !== 'pending') return;
  instance.state = 'running';
  startBilling(state, instance);
}

/** Pause before a failed removal is retried, milliseconds: once per local teardown pass. */
const REMOVAL_RETRY_MS = 20_000;

/** Retries failed removals, as EC2 does by itself. Listings call this, so that no timer outlives the teardown. */
export function retryRemovals(state: Ec2State): void {
  const now = state.options.clock.now();
  for (const instance of state.instances.values())
    if (now - (instance.removalFailedAt ?? now) >= REMOVAL_RETRY_MS) terminateInstance(state, instance, undefined);
}

/** Terminates: shutting-down, then terminated once the driver removed the host; failures are retried. */
export function terminateInstance(state: Ec2State, instance: Instance, reason: Instance['stateReason']): void {
  if (instance.state === 'terminated' || state.removing.has(instance)) return;
  const { driver, clock, onHostProblem } = state.options;
  const { instanceId } = instance.launch;
  if (instance.state === 'running') state.bill('ec2:instance', instance.launch.instanceId, instance.launch.tags, null);
  instance.state = 'shutting-down';
  instance.online = false;
  instance.managed = false;
  if (reason !== undefined) instance.stateReason = reason;
  state.announce(instanceId, 'gone');
  const removed = driver.terminate(instanceId).then(
    () => {
      instance.state = 'terminated';
      deleteWithInstance(state, instance);
      instance.terminatedAt = clock.now();
    },
    (error: unknown) => {
      instance.removalFailedAt = clock.now();
      onHostProblem?.(instanceId, `cannot be removed: ${toMessage(error)}`);
    },
  );
  state.removing.add(instance);
  void removed.finally(() => state.removing.delete(instance));
}

function toMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/**
 * Bills instances while they run, not while pending or shutting down; volumes separately (`volumes.ts`).
 * https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/ec2-instance-lifecycle.html
 */
function startBilling(state: Ec2State, instance: Instance): void {
  const { instanceId: id, tags, instanceType } = instance.launch;
  const kind = 'ec2:instance';
  const image = findImage(instance.template?.data.ImageId);
  const { price } = IMAGES[image?.of ?? DEFAULT_IMAGE];
  const what = { kind, instanceType, ...(price === 'linux' ? {} : { system: price }) } as const;
  state.bill(kind, id, tags, what);
}
