/** What the modelled Secrets Manager holds: secrets with what is in them, its clock and ids. */
import type { Clock } from '../../../asl/clock/clock';
import type { FsxFaults } from '../fsx/options';
import { arn, type Ids, type Place } from '../ids';
import type { OnPaid } from '../paid';

export interface Secret {
  readonly arn: string;
  readonly name: string;
  readonly token: string | undefined;
  readonly value: string | undefined;
  readonly rank: number;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  tags: Readonly<Record<string, string>>;
  /** A delete was taken. */
  deletedAt?: number;
  /** How often a delete was asked for. */
  deletions: number;
}

export interface SecretsOptions {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly place: Place;
  /** Tags without which a create is refused, as the roles' policies do. Default: none. */
  readonly requiredTags?: readonly string[];
  /** Listings show a new thing only so long after its creation, milliseconds. Default: at once. */
  readonly visibleMs?: number;
  /** Those of all storage. */
  readonly faults?: FsxFaults;
  readonly onPaid?: OnPaid;
}

/** Characters that stand behind the name in an ARN: user guide, What's in a secret. */
const SUFFIX = 6;
/** A forced delete is done "by an asynchronous process": how long it takes is assumed. API reference, DeleteSecret */
const DELETE_MS = 10_000;

export class SecretsState {
  private readonly secrets = new Map<string, Secret>();
  private ranks = 0;

  constructor(readonly options: SecretsOptions) {}

  now(): number {
    return this.options.clock.now();
  }

  all(): readonly Secret[] {
    return [...this.secrets.values()];
  }

  named(name: string): Secret | undefined {
    return this.all().find((one) => one.name === name);
  }

  /** By ARN or name. */
  find(id: string): Secret | undefined {
    return this.secrets.get(id) ?? this.named(id);
  }

  /** What a listing shows now: nothing that is to be deleted. */
  listed(): readonly Secret[] {
    const newest = this.now() - (this.options.visibleMs ?? 0);
    return this.all().filter(({ createdAt, deletedAt }) => createdAt <= newest && deletedAt === undefined);
  }

  make(given: Pick<Secret, 'name' | 'token' | 'value' | 'tags'>): Secret {
    const { ids, place, onPaid } = this.options;
    const made: Secret = {
      ...given,
      arn: arn(place, 'secretsmanager', `secret:${given.name}-${ids.hex(SUFFIX)}`),
      rank: this.ranks++,
      createdAt: this.now(),
      deletions: 0,
    };
    this.secrets.set(made.arn, made);
    const kind = 'secretsmanager:secret' as const;
    onPaid?.({ at: this.now(), kind, id: made.arn, tags: made.tags, what: { kind } });
    return made;
  }

  /** What is not forced can be taken back for a month, and so stays. */
  remove(one: Secret, forced: boolean, undone: boolean): void {
    one.deletedAt = this.now();
    if (forced) void this.end(one, undone);
  }

  private async end(one: Secret, undone: boolean): Promise<void> {
    await this.options.clock.sleep(DELETE_MS);
    if (undone) {
      delete one.deletedAt;
      return;
    }
    this.secrets.delete(one.arn);
    const { arn: id, tags } = one;
    this.options.onPaid?.({ at: this.now(), kind: 'secretsmanager:secret', id, tags, what: null });
  }
}
