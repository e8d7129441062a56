/**
 * What was ever made, noted at its birth by whoever made it: not found by its tags, which somebody may change, and not
 * told by an answer, which may be lost.
 */
import { TAG } from '../../../shapes/layout';
import type { ResourceKind } from '../../../shapes/resources';
import type { CallRecord } from '../../cloud/service';
import type { World } from '../../world';

export interface Birth {
  readonly kind: ResourceKind | 'fsx:backup';
  /** Of templates the name, by which they are known. */
  readonly id: string;
  /**
   * Name of the rig that it was born for or, where it has no tags of its own, of the execution in whose behalf the call
   * was made; empty for things of other people.
   */
  readonly execution: string;
  /** Epoch milliseconds. */
  readonly at: number;
  /** Null while it exists. Seen when the next call is made, so a little late. */
  goneAt: number | null;
}

const CHANGES = /^(?:Create|Run|Delete|Terminate|PutMetricAlarm$)/;

/** Compares what exists before and after each call that may make or end something. */
export class Births {
  private readonly known = new Map<string, Birth>();

  constructor(
    private readonly world: () => World,
    private readonly now: () => number,
  ) {}

  /** To be told of every call once it is answered. */
  see(call: CallRecord): void {
    if (CHANGES.test(call.action)) this.look(call.execution);
  }

  /** Notes what is new, and what is gone. */
  look(execution: string): void {
    const at = this.now();
    const living = this.living();
    for (const { kind, id, rig, of } of living) {
      // Two rigs create at the same moment, and each sees what the other made: its tags are as they were born. A backup
      // belongs to who made its file system, whoever takes it.
      const source = of === undefined ? undefined : this.known.get(of)?.execution;
      const maker = source ?? (execution === '' ? '' : (rig ?? execution));
      if (!this.known.has(id)) this.known.set(id, { kind, id, execution: maker, at, goneAt: null });
    }
    const ids = new Set(living.map(({ id }) => id));
    for (const birth of this.known.values()) {
      if (birth.goneAt === null && !ids.has(birth.id)) birth.goneAt = at;
    }
  }

  all(): readonly Birth[] {
    return [...this.known.values()];
  }

  /** `of`: the file system that a backup is of. */
  private living(): (Pick<Birth, 'kind' | 'id'> & {
    readonly rig?: string | undefined;
    readonly of?: string | undefined;
  })[] {
    const { ec2, stored } = this.world().account;
    return [
      ...ec2
        .hosts()
        .flatMap(({ instanceId, state, tags }) =>
          state === 'terminated' ? [] : [{ kind: 'ec2:instance' as const, id: instanceId, rig: tags[TAG.rig] }],
        ),
      ...ec2.volumes().map(({ id, tags }) => ({ kind: 'ec2:volume' as const, id, rig: tags[TAG.rig] })),
      ...ec2
        .templates()
        .map((id) => ({ kind: 'ec2:launch-template' as const, id, rig: ec2.templateTags(id)[TAG.rig] })),
      ...stored.left().map(({ kind, id, tags, fileSystemId }) => ({
        kind,
        id,
        rig: tags[TAG.rig],
        of: kind === 'fsx:backup' ? fileSystemId : undefined,
      })),
    ];
  }
}
