/** The calls of Secrets Manager that functions use: secrets are created with their value, listed, read and deleted. */
import {
  CreateSecretCommand,
  DeleteSecretCommand,
  DescribeSecretCommand,
  type DescribeSecretResponse,
  GetSecretValueCommand,
  ListSecretsCommand,
} from '@aws-sdk/client-secrets-manager';
import { formatArn, type Service, ServiceError } from './service';
import { getPage, type PageRules } from './paging';
import { makeAction } from './sdk-shape';
import { readTags, ResourceStore, type StorageService, type StoreOptions, toTagList } from './resource-store';
import { type Resource, ResourceTable } from './resource-table';

/** A secret; its id is its ARN. */
interface Secret extends Resource {
  readonly name: string;
  readonly token: string | undefined;
  readonly value: string | undefined;
  /** Time of the delete request. */
  deletedAt?: number;
}

/** API reference, CreateSecret: Name, ClientRequestToken; ListSecrets, MaxResults. */
const SECRET_NAME = /^[A-Za-z0-9/_+=.@-]{1,512}$/;
const CLIENT_TOKEN = /^[A-Za-z0-9_-]{32,64}$/;
const PAGE_RULES: PageRules = {
  least: 1,
  most: 100,
  refuseSize: (size) => makeInvalidParameterError(`MaxResults is 1 to 100, not ${size}`),
  refuseToken: () => makeSecretsError('InvalidNextTokenException', 'the token is unknown'),
};
/** Characters after the name in an ARN: user guide, What's in a secret. */
const ARN_SUFFIX_CHARACTERS = 6;
/** A forced delete is done "by an asynchronous process": its duration is assumed. API reference, DeleteSecret */
const FORCED_DELETE_MS = 10_000;
const RESOURCE_KIND = 'secretsmanager:secret';
const LIFECYCLE_STATES = { creating: '', made: () => 'CREATED', fails: '', misconfigured: '', deleting: 'DELETING' };

/** Exported for a test that replaces a secret. */
export class SecretsState extends ResourceStore {
  readonly secrets = new ResourceTable<Secret>(this, {
    kind: RESOURCE_KIND,
    words: LIFECYCLE_STATES,
    missing: (id) => makeNotFoundError(`Secrets Manager can't find the specified secret: ${id}`),
  });

  findByName(name: string): Secret | undefined {
    return this.secrets.all().find((one) => one.name === name);
  }

  /** By ARN or name. @throws ServiceError ResourceNotFoundException */
  find(id: string): Secret {
    return this.findByName(id) ?? this.secrets.find(id);
  }

  make(given: Pick<Secret, 'name' | 'token' | 'value' | 'tags'>): Secret {
    const { ids, place } = this.options;
    const id = formatArn(place, 'secretsmanager', `secret:${given.name}-${ids.hex(ARN_SUFFIX_CHARACTERS)}`);
    this.bill(RESOURCE_KIND, id, given.tags, { kind: RESOURCE_KIND });
    return this.secrets.add({ ...this.newBase(), ...given, id, lifecycle: 'CREATED' });
  }

  async end(one: Secret, undone: boolean): Promise<void> {
    await this.sleep(FORCED_DELETE_MS);
    if (undone) {
      one.lifecycle = 'CREATED';
      delete one.deletedAt;
      return;
    }
    this.secrets.drop(one);
    this.bill(RESOURCE_KIND, one.id, one.tags, null);
  }
}

export function makeSecrets(options: StoreOptions): StorageService {
  const state = new SecretsState(options);
  return state.toService({ ...makeWriteActions(state), ...makeReadActions(state) });
}

function makeWriteActions(state: SecretsState): Service {
  const { secrets } = state;
  return {
    CreateSecret: makeAction(
      CreateSecretCommand,
      ({ Name: name, ClientRequestToken: token, SecretString: value, Tags: list }) => {
        if (!SECRET_NAME.test(name)) throw makeInvalidParameterError(`Invalid name: ${name}`);
        if (token !== undefined && !CLIENT_TOKEN.test(token))
          throw makeInvalidParameterError('ClientRequestToken has 32 to 64 characters');
        const tags = readTags(list, makeInvalidParameterError);
        state.requireTags(tags, (lacking) =>
          makeSecretsError('AccessDeniedException', `a secret without ${lacking} is not allowed`),
        );
        const before = state.findByName(name);
        // The same token with another value is another request (API reference, CreateSecret, ClientRequestToken).
        if (before !== undefined && (token === undefined || before.token !== token || before.value !== value))
          throw makeSecretsError('ResourceExistsException', `the secret ${name} already exists`);
        const { id: ARN } = before ?? state.make({ name, token, value, tags });
        return { ARN, Name: name };
      },
    ),
    DeleteSecret: makeAction(DeleteSecretCommand, ({ SecretId, ForceDeleteWithoutRecovery: forced = false }) => {
      // A forced delete of an unknown secret is no error (API reference, DeleteSecret).
      if (forced && (state.findByName(SecretId) ?? secrets.get(SecretId)) === undefined) return { ARN: SecretId };
      const one = state.find(SecretId);
      const refusal = (): Error =>
        new ServiceError('InternalServiceError', 'An error occurred on the server side', 500);
      const undone = secrets.count(one, refusal);
      one.lifecycle = 'DELETING';
      one.deletedAt = state.now();
      // A delete without force can be undone for a month, so the secret still exists.
      if (forced) void state.end(one, undone);
      return { ARN: one.id, Name: one.name, DeletionDate: new Date(state.now()) };
    }),
  };
}

function makeReadActions(state: SecretsState): Service {
  return {
    DescribeSecret: makeAction(DescribeSecretCommand, ({ SecretId }) => describeSecret(state.find(SecretId))),
    GetSecretValue: makeAction(GetSecretValueCommand, ({ SecretId }) => {
      const { id: ARN, name: Name, value: SecretString, deletedAt } = state.find(SecretId);
      if (deletedAt !== undefined)
        throw makeSecretsError('InvalidRequestException', `the secret ${Name} is marked for deletion`);
      if (SecretString === undefined) throw makeNotFoundError(`the secret ${Name} has no value`);
      return { ARN, Name, SecretString };
    }),
    ListSecrets: makeAction(ListSecretsCommand, ({ MaxResults, NextToken, Filters = [] }) => {
      const beginnings = Filters.flatMap(({ Key, Values = [] }) => {
        if (Key !== 'name') throw makeInvalidParameterError(`only filters by name are simulated, not ${String(Key)}`);
        return Values;
      });
      // Secrets marked for deletion are hidden.
      const shown = state.secrets
        .list()
        .filter(({ deletedAt }) => deletedAt === undefined)
        .filter(({ name }) => beginnings.length === 0 || beginnings.some((one) => name.startsWith(one)));
      const { items, next } = getPage(shown, MaxResults, NextToken, PAGE_RULES);
      return { SecretList: items.map(describeSecret), NextToken: next };
    }),
  };
}

function describeSecret({ id: ARN, name: Name, tags, createdAt, deletedAt }: Secret): DescribeSecretResponse {
  return {
    ARN,
    Name,
    CreatedDate: new Date(createdAt),
    DeletedDate: deletedAt === undefined ? undefined : new Date(deletedAt),
    Tags: toTagList(tags),
  };
}

function makeSecretsError(name: string, message: string): ServiceError {
  return new ServiceError(name, message);
}

function makeNotFoundError(message: string): ServiceError {
  return makeSecretsError('ResourceNotFoundException', message);
}

function makeInvalidParameterError(message: string): ServiceError {
  return makeSecretsError('InvalidParameterException', message);
}
