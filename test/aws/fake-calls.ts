/**
 * A small account in memory for tests of what lambdas do: every listing is paged, every call is noted, every call may
 * fail.
 */
import type { Instance, LaunchTemplate } from '@aws-sdk/client-ec2';
import type { FileSystem, Volume } from '@aws-sdk/client-fsx';
import type { CommandInvocation, InstanceInformation } from '@aws-sdk/client-ssm';
import type { AwsCalls } from '../../lib/aws/calls';
import type { Config, Context } from '../../lib/aws/context';
import { ALL_MACHINES, type MachineName } from '../../lib/shapes/machines';
import { NO_PRICES } from '../../lib/pricing/price-book';
import type { ScriptFiles } from '../../lib/workloads/contract';

export const T0 = Date.parse('2026-11-21T10:00:00.000Z');
export const STACK = 'bench';
export const ID = 'exec';

export const CONFIG: Config = {
  stack: STACK,
  bucket: 'results-bucket',
  machineArns: Object.fromEntries(ALL_MACHINES.map((name) => [name, machineArn(name)])) as Record<MachineName, string>,
  network: { subnetId: 'subnet-1', storageSecurityGroupId: 'sg-1' },
  local: false,
  simulated: false,
};

function machineArn(name: string): string {
  return `arn:aws:states:eu-west-1:111122223333:stateMachine:fsxbench-${name}`;
}

/** ARN of an execution of a machine. */
export function arnOf(machine: MachineName, name: string): string {
  return `arn:aws:states:eu-west-1:111122223333:execution:fsxbench-${machine}:${name}`;
}

/** An error as the SDK for JavaScript v3 throws it. */
export function sdkError(name: string, status = 400): Error {
  return Object.assign(new Error(`${name} happened`), { name, $metadata: { httpStatusCode: status } });
}

interface FakeExecution {
  readonly arn: string;
  readonly name: string;
  /** ARN of a machine, or of the Map run that it is a child of. */
  readonly parent: string;
  status: 'RUNNING' | 'SUCCEEDED' | 'FAILED' | 'ABORTED' | 'TIMED_OUT';
  stopDate?: Date;
}

interface FakeMapRun {
  readonly executionArn: string;
  readonly mapRunArn: string;
  readonly stopDate?: Date;
}

/** Entries of a page: so few that every test with three things pages. */
const PAGE = 2;

export class FakeAccount {
  readonly objects = new Map<string, string>();
  readonly executions: FakeExecution[] = [];
  readonly mapRuns: FakeMapRun[] = [];
  readonly instances: Instance[] = [];
  readonly templates: LaunchTemplate[] = [];
  readonly fileSystems: FileSystem[] = [];
  readonly volumes: Volume[] = [];
  readonly online: (InstanceInformation & { readonly rigTag: string })[] = [];
  readonly invocations: CommandInvocation[] = [];
  /** Calls in their order. */
  readonly calls: { readonly action: string; readonly input: Record<string, unknown> }[] = [];
  readonly logged: { readonly level: string; readonly message: string }[] = [];
  now = T0;
  /** Texts of `workloads/`, for those who plan. */
  scripts: ScriptFiles = {};
  private readonly faults: ((action: string, input: Record<string, unknown>) => Error | undefined)[] = [];

  /** Makes the calls fail for which an error is given. */
  fault(decide: (action: string, input: Record<string, unknown>) => Error | undefined): void {
    this.faults.push(decide);
  }

  /** Inputs of the calls of one action. */
  inputs(action: string): Record<string, unknown>[] {
    return this.calls.filter((call) => call.action === action).map((call) => call.input);
  }

  /** Adds an execution of a machine. @returns its ARN */
  runs(machine: MachineName, name: string, status: FakeExecution['status'] = 'RUNNING', endedAt?: number): string {
    const arn = arnOf(machine, name);
    const stopDate = status === 'RUNNING' ? {} : { stopDate: new Date(endedAt ?? this.now) };
    this.executions.push({ arn, name, parent: CONFIG.machineArns[machine], status, ...stopDate });
    return arn;
  }

  /** Adds a Map run with running children. @returns ARNs of the children */
  mapRun(executionArn: string, children: number, stopDate?: Date): string[] {
    const mapRunArn = `${executionArn.replace(':execution:', ':mapRun:')}/rigs:${this.mapRuns.length}`;
    this.mapRuns.push({ executionArn, mapRunArn, ...(stopDate === undefined ? {} : { stopDate }) });
    return Array.from({ length: children }, (_, index) => {
      const arn = `${mapRunArn.replace(':mapRun:', ':execution:')}:child-${index}`;
      this.executions.push({ arn, name: `child-${index}`, parent: mapRunArn, status: 'RUNNING' });
      return arn;
    });
  }

  context(changes: Partial<Config> = {}): Context {
    const log = (level: string) => (message: string) => void this.logged.push({ level, message });
    return {
      aws: this.aws,
      config: { ...CONFIG, ...changes },
      now: () => this.now,
      sleep: () => Promise.resolve(),
      scripts: this.scripts,
      prices: NO_PRICES,
      log: { info: log('info'), warn: log('warn'), error: log('error') },
    };
  }

  private call<Input extends object, Output>(action: string, answer: (input: Input) => Output) {
    return (input: Input): Promise<Output> => {
      const given = input as Record<string, unknown>;
      this.calls.push({ action, input: given });
      const fault = this.faults.map((decide) => decide(action, given)).find((error) => error !== undefined);
      if (fault !== undefined) return Promise.reject(fault);
      return Promise.resolve().then(() => answer(input));
    };
  }

  private find(arn: string | undefined): FakeExecution {
    const found = this.executions.find((one) => one.arn === arn);
    if (found === undefined) throw sdkError('ExecutionDoesNotExist');
    return found;
  }

  readonly aws: AwsCalls = {
    s3: {
      getObject: this.call('getObject', ({ Key }) => {
        const Body = this.objects.get(Key ?? '');
        if (Body === undefined) throw sdkError('NoSuchKey', 404);
        return { Body };
      }),
      putObject: this.call('putObject', ({ Key, Body, IfNoneMatch }) => {
        if (IfNoneMatch === '*' && this.objects.has(Key ?? '')) throw sdkError('PreconditionFailed', 412);
        this.objects.set(Key ?? '', Body);
        return {};
      }),
      listObjectsV2: this.call('listObjectsV2', ({ Prefix, ContinuationToken }) => {
        const keys = [...this.objects.keys()].filter((key) => key.startsWith(Prefix ?? '')).sort();
        const { items, next } = page(keys, ContinuationToken);
        return { Contents: items.map((Key) => ({ Key })), NextContinuationToken: next };
      }),
    },
    ec2: {
      describeInstances: this.call('describeInstances', ({ Filters, NextToken }) => {
        const { items, next } = page(this.instances.filter(matches(Filters)), NextToken);
        return { Reservations: items.map((one) => ({ Instances: [one] })), NextToken: next };
      }),
      describeLaunchTemplates: this.call('describeLaunchTemplates', ({ Filters, NextToken }) => {
        const { items, next } = page(this.templates.filter(matches(Filters)), NextToken);
        return { LaunchTemplates: items, NextToken: next };
      }),
    },
    fsx: {
      createFileSystem: this.call('createFileSystem', () => ({ FileSystem: this.fileSystems.at(-1) })),
      createVolume: this.call('createVolume', () => ({ Volume: this.volumes.at(-1) })),
      updateFileSystem: this.call('updateFileSystem', () => ({ FileSystem: this.fileSystems.at(-1) })),
      updateVolume: this.call('updateVolume', () => ({ Volume: this.volumes.at(-1) })),
      describeFileSystems: this.call('describeFileSystems', ({ FileSystemIds, NextToken }) => {
        const its = this.fileSystems.filter((one) => FileSystemIds?.includes(one.FileSystemId ?? '') ?? true);
        if (FileSystemIds !== undefined && its.length === 0) throw sdkError('FileSystemNotFound');
        const { items, next } = page(its, NextToken);
        return { FileSystems: items, NextToken: next };
      }),
      describeVolumes: this.call('describeVolumes', ({ VolumeIds }) => {
        const its = this.volumes.filter((one) => VolumeIds?.includes(one.VolumeId ?? '') ?? true);
        if (its.length === 0) throw sdkError('VolumeNotFound');
        return { Volumes: its };
      }),
      deleteFileSystem: this.call('deleteFileSystem', () => ({})),
      deleteVolume: this.call('deleteVolume', () => ({})),
    },
    ssm: {
      describeInstanceInformation: this.call('describeInstanceInformation', ({ Filters, NextToken }) => {
        const its = this.online.filter((one) => Filters?.[0]?.Values?.includes(one.rigTag));
        const { items, next } = page(its, NextToken);
        return { InstanceInformationList: items, NextToken: next };
      }),
      listCommandInvocations: this.call('listCommandInvocations', ({ CommandId, NextToken }) => {
        const its = this.invocations.filter((one) => one.CommandId === CommandId);
        if (its.length === 0) throw sdkError('InvalidCommandId');
        const { items, next } = page(its, NextToken);
        // Systems Manager ends with an empty token.
        return { CommandInvocations: items, NextToken: next ?? '' };
      }),
    },
    sfn: {
      describeExecution: this.call('describeExecution', ({ executionArn }) => {
        const { arn, name, status, stopDate } = this.find(executionArn);
        return { executionArn: arn, stateMachineArn: '', name, status, startDate: new Date(T0 - 3_600_000), stopDate };
      }),
      listExecutions: this.call('listExecutions', ({ stateMachineArn, mapRunArn, statusFilter, nextToken }) => {
        const its = this.executions
          .filter((one) => one.parent === (stateMachineArn ?? mapRunArn))
          .filter((one) => statusFilter === undefined || one.status === statusFilter)
          .map((one) => ({ ...one, executionArn: one.arn, stateMachineArn: one.parent, startDate: new Date(T0) }));
        const { items, next } = page(its, nextToken);
        return { executions: items, nextToken: next };
      }),
      listMapRuns: this.call('listMapRuns', ({ executionArn, nextToken }) => {
        this.find(executionArn);
        const its = this.mapRuns.filter((one) => one.executionArn === executionArn);
        const { items, next } = page(its, nextToken);
        return {
          mapRuns: items.map((one) => ({ ...one, stateMachineArn: '', startDate: new Date(T0) })),
          nextToken: next,
        };
      }),
      startExecution: this.call('startExecution', ({ stateMachineArn, name }) => {
        const machine = ALL_MACHINES.find((one) => CONFIG.machineArns[one] === stateMachineArn);
        if (machine === undefined || name === undefined) throw sdkError('StateMachineDoesNotExist');
        if (this.executions.some((one) => one.arn === arnOf(machine, name))) throw sdkError('ExecutionAlreadyExists');
        return { executionArn: this.runs(machine, name), startDate: new Date(this.now) };
      }),
      stopExecution: this.call('stopExecution', ({ executionArn }) => {
        const found = this.find(executionArn);
        found.status = 'ABORTED';
        found.stopDate = new Date(this.now);
        return { stopDate: found.stopDate };
      }),
    },
  };
}

function page<T>(all: readonly T[], token: string | undefined): { items: T[]; next: string | undefined } {
  const first = token === undefined ? 0 : Number(token);
  const next = first + PAGE < all.length ? String(first + PAGE) : undefined;
  return { items: all.slice(first, first + PAGE), next };
}

type Tagged = {
  Tags?: { Key?: string | undefined; Value?: string | undefined }[] | undefined;
  State?: { Name?: string | undefined } | undefined;
};

/** Filters on tags, with their wildcards, and on the state of instances, as EC2 has them. */
function matches(
  filters: readonly { Name?: string | undefined; Values?: string[] | undefined }[] = [],
): (thing: Tagged) => boolean {
  return (thing) =>
    filters.every(({ Name, Values = [] }) => {
      if (Name === 'instance-state-name') return Values.includes(thing.State?.Name ?? '');
      return thing.Tags?.some(
        (tag) => `tag:${tag.Key}` === Name && Values.some((value) => pattern(value).test(tag.Value ?? '')),
      );
    });
}

function pattern(value: string): RegExp {
  const escaped = value.replace(/[.+^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${escaped.replaceAll('*', '.*').replaceAll('?', '.')}$`);
}

/** Tags of something of an execution; `changes` with an undefined value takes one away. */
export function tagsOf(changes: Record<string, string | undefined> = {}): { Key: string; Value: string }[] {
  const tags: Record<string, string | undefined> = {
    'fsxbench:stack': STACK,
    'fsxbench:experiment': 'disks',
    'fsxbench:execution': ID,
    'fsxbench:rig': `${ID}.r1`,
    'fsxbench:role': 'client',
    'fsxbench:expires-at': String(T0 / 1000 + 36_000),
    ...changes,
  };
  return Object.entries(tags).flatMap(([Key, Value]) => (Value === undefined ? [] : [{ Key, Value }]));
}

/** An instance of an execution. */
export function instance(id: string, state = 'running', changes: Record<string, string | undefined> = {}): Instance {
  // An unknown state is what a test may want to see.
  return { InstanceId: id, PrivateIpAddress: '10.0.0.1', State: { Name: state as 'running' }, Tags: tagsOf(changes) };
}

/** A launch template of an execution. */
export function fileSystem(
  id: string,
  state: FileSystem['Lifecycle'] = 'AVAILABLE',
  tags: Readonly<Record<string, string | undefined>> = {},
): FileSystem {
  return { FileSystemId: id, FileSystemType: 'LUSTRE', Lifecycle: state, Tags: tagsOf(tags) };
}

export function template(id: string, changes: Record<string, string | undefined> = {}): LaunchTemplate {
  return { LaunchTemplateId: id, Tags: tagsOf(changes) };
}
