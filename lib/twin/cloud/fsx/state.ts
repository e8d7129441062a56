/** What the modelled FSx holds: file systems, what is in them, backups; and its clock, ids and durations. */
import type { FsxOptions } from './options';
import type {
  BackupRecord,
  ChildRecord,
  FileSystemRecord,
  Holdings,
  QuotaGroup,
  RegionLimits,
  VolumeRecord,
} from './records';
import type { Route } from './network/range';
import { FSX_TIMING, type FsxStep, type FsxTiming, type Length, stepMs } from './timing';

/** In most Regions: `iopsPerGib` of the options. */
const IOPS_PER_GIB = 1000;
const MOUNT_NAME_CHARACTERS = 'abcdefghijklmnopqrstuvwxyz234567';
const MOUNT_NAME_LENGTH = 8;

export class FsxState implements Holdings {
  readonly fileSystems = new Map<string, FileSystemRecord>();
  readonly volumes = new Map<string, VolumeRecord>();
  readonly children = new Map<string, ChildRecord>();
  readonly backups = new Map<string, BackupRecord>();
  /** In route tables of the account. */
  readonly routes: Route[] = [];
  readonly timing: FsxTiming;
  readonly limits: RegionLimits;
  private ranks = 0;

  /** @param quotas of the account, by group */
  constructor(
    readonly options: FsxOptions,
    readonly quotas: Readonly<Record<string, QuotaGroup>>,
  ) {
    this.timing = { ...FSX_TIMING, ...options.timing };
    this.limits = { iopsPerGib: options.iopsPerGib ?? IOPS_PER_GIB };
  }

  now(): number {
    return this.options.clock.now();
  }

  nextRank(): number {
    return this.ranks++;
  }

  newId(prefix: string): string {
    return `${prefix}-${this.options.ids.hex(17)}`;
  }

  /** Eight characters; only SCRATCH_1 always has `fsx`. */
  newMountName(): string {
    const draw = (): string =>
      MOUNT_NAME_CHARACTERS[Math.floor(this.options.random() * MOUNT_NAME_CHARACTERS.length)] ?? 'a';
    return Array.from({ length: MOUNT_NAME_LENGTH }, draw).join('');
  }

  /** Length of one step from now on, milliseconds; every call draws anew. */
  draw(step: FsxStep, length: Length, capacityGiB = 0): number {
    return stepMs(this.timing, this.timing.steps[step] ?? length, capacityGiB, this.options.random());
  }

  async sleep(milliseconds: number): Promise<void> {
    await this.options.clock.sleep(milliseconds);
  }

  /** Volumes of a file system, its root volume first. */
  volumesOf(fileSystemId: string): readonly VolumeRecord[] {
    return [...this.volumes.values()].filter((volume) => volume.fileSystemId === fileSystemId);
  }

  /** What a listing without ids shows now. */
  listed<R extends { readonly createdAt: number }>(records: ReadonlyMap<string, R>): readonly R[] {
    const newest = this.now() - this.timing.visibleMs;
    return [...records.values()].filter(({ createdAt }) => createdAt <= newest);
  }
}
