/** Secrets Manager as far as functions call it: secrets that are made with what they hold, listed, read and deleted. */
import {
  CreateSecretCommand,
  DeleteSecretCommand,
  DescribeSecretCommand,
  type DescribeSecretResponse,
  GetSecretValueCommand,
  ListSecretsCommand,
} from '@aws-sdk/client-secrets-manager';
import { arn } from './ids';
import { page } from './paging';
import { type Service, ServiceError, type Tags } from './service';
import { action } from './shape';
import { type Birth, Store, type Stored, type StoreOptions, tagList } from './store';

interface Secret extends Birth {
  readonly arn: string;
  readonly name: string;
  readonly token: string | undefined;
  readonly value: string | undefined;
  tags: Tags;
  /** A delete was taken. */
  deletedAt?: number;
}

/** API reference, CreateSecret: Name, ClientRequestToken; ListSecrets, MaxResults. */
const NAME = /^[A-Za-z0-9/_+=.@-]{1,512}$/;
const TOKEN = /^[A-Za-z0-9_-]{32,64}$/;
const PAGE = 100;
/** Characters that stand behind the name in an ARN: user guide, What's in a secret. */
const SUFFIX = 6;
/** A forced delete is done "by an asynchronous process": how long it takes is assumed. API reference, DeleteSecret */
const DELETE_MS = 10_000;
const KIND = 'secretsmanager:secret';

export class SecretsState extends Store {
  private readonly secrets = new Map<string, Secret>();

  all(): readonly Secret[] {
    return [...this.secrets.values()];
  }

  named(name: string): Secret | undefined {
    return this.all().find((one) => one.name === name);
  }

  /** By ARN or name. @throws ServiceError ResourceNotFoundException */
  find(id: string): Secret {
    const found = this.secrets.get(id) ?? this.named(id);
    if (found === undefined) throw notFound(`Secrets Manager can't find the specified secret: ${id}`);
    return found;
  }

  has(id: string): boolean {
    return this.secrets.has(id) || this.named(id) !== undefined;
  }

  make(given: Pick<Secret, 'name' | 'token' | 'value' | 'tags'>): Secret {
    const { ids, place } = this.options;
    const id = arn(place, 'secretsmanager', `secret:${given.name}-${ids.hex(SUFFIX)}`);
    const made: Secret = { ...this.birth(), ...given, arn: id };
    this.secrets.set(id, made);
    this.bill(KIND, id, made.tags, { kind: KIND });
    return made;
  }

  /** What is not forced can be taken back for a month, and so stays. */
  remove(one: Secret, forced: boolean, undone: boolean): void {
    one.deletedAt = this.now();
    if (forced) void this.end(one, undone);
  }

  private async end(one: Secret, undone: boolean): Promise<void> {
    await this.sleep(DELETE_MS);
    if (undone) {
      delete one.deletedAt;
      return;
    }
    this.secrets.delete(one.arn);
    this.bill(KIND, one.arn, one.tags, null);
  }
}

export function makeSecrets(options: StoreOptions): Stored {
  const state = new SecretsState(options);
  return {
    service: { ...changing(state), ...looking(state) },
    left: () =>
      state.all().map(({ arn: id, tags, deletedAt }) => ({
        kind: KIND,
        id,
        state: deletedAt === undefined ? 'CREATED' : 'DELETING',
        tags,
        fileSystemId: id,
      })),
    retag: (change) => {
      for (const one of state.all()) one.tags = change(one.tags);
    },
  };
}

function changing(state: SecretsState): Service {
  return {
    CreateSecret: action(
      CreateSecretCommand,
      'Name Description ClientRequestToken SecretString Tags',
      ({ Name, ClientRequestToken: token, SecretString: value, Tags: list = [] }) => {
        if (!NAME.test(Name)) throw invalid(`Invalid name: ${Name}`);
        if (token !== undefined && !TOKEN.test(token)) throw invalid('ClientRequestToken has 32 to 64 characters');
        const tags = Object.fromEntries(list.map(({ Key = '', Value = '' }) => [Key, Value]));
        const missing = state.missingTags(tags);
        if (missing.length > 0)
          throw refuse('AccessDeniedException', `a secret without ${missing.join(', ')} may not be made`);
        const before = state.named(Name);
        // The same token with another value is another request (API reference, CreateSecret, ClientRequestToken).
        if (before !== undefined && (token === undefined || before.token !== token || before.value !== value))
          throw refuse('ResourceExistsException', `the secret ${Name} already exists`);
        const { arn: ARN } = before ?? state.make({ name: Name, token, value, tags });
        return { ARN, Name };
      },
    ),
    DeleteSecret: action(
      DeleteSecretCommand,
      'SecretId ForceDeleteWithoutRecovery RecoveryWindowInDays',
      ({ SecretId, ForceDeleteWithoutRecovery: forced = false }) => {
        // A forced delete of what is not there is no error (API reference, DeleteSecret).
        if (forced && !state.has(SecretId)) return { ARN: SecretId };
        const one = state.find(SecretId);
        const refusal = (): Error =>
          new ServiceError('InternalServiceError', 'An error occurred on the server side', 500);
        state.remove(one, forced, state.beginDeletion(one, one.arn, refusal));
        return { ARN: one.arn, Name: one.name, DeletionDate: new Date(state.now()) };
      },
    ),
  };
}

function looking(state: SecretsState): Service {
  return {
    DescribeSecret: action(DescribeSecretCommand, 'SecretId', ({ SecretId }) => described(state.find(SecretId))),
    GetSecretValue: action(GetSecretValueCommand, 'SecretId', ({ SecretId }) => {
      const { arn: ARN, name: Name, value: SecretString, deletedAt } = state.find(SecretId);
      if (deletedAt !== undefined) throw refuse('InvalidRequestException', `the secret ${Name} is marked for deletion`);
      if (SecretString === undefined) throw notFound(`the secret ${Name} holds nothing`);
      return { ARN, Name, SecretString };
    }),
    ListSecrets: action(
      ListSecretsCommand,
      'MaxResults NextToken Filters',
      ({ MaxResults = PAGE, NextToken, Filters = [] }) => {
        const beginnings = Filters.flatMap(({ Key, Values = [] }) => {
          if (Key !== 'name') throw invalid(`only names are filtered by here, not ${String(Key)}`);
          return Values;
        });
        // Nothing that is to be deleted is shown.
        const shown = state
          .listed(state.all())
          .filter(({ deletedAt }) => deletedAt === undefined)
          .filter(({ name }) => beginnings.length === 0 || beginnings.some((one) => name.startsWith(one)));
        const refusal = (): Error => refuse('InvalidNextTokenException', 'the token is not one of ours');
        const { items, next } = page(shown, ({ rank }) => rank, MaxResults, NextToken, refusal);
        return { SecretList: items.map(described), NextToken: next };
      },
    ),
  };
}

function described({ arn: ARN, name: Name, tags, createdAt, deletedAt }: Secret): DescribeSecretResponse {
  return {
    ARN,
    Name,
    CreatedDate: new Date(createdAt),
    DeletedDate: deletedAt === undefined ? undefined : new Date(deletedAt),
    Tags: tagList(tags),
  };
}

function refuse(name: string, message: string): ServiceError {
  return new ServiceError(name, message, 400);
}

function notFound(message: string): ServiceError {
  return refuse('ResourceNotFoundException', message);
}

function invalid(message: string): ServiceError {
  return refuse('InvalidParameterException', message);
}
