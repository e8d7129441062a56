/** Secrets Manager as far as functions call it: secrets that are made with what they hold, listed, read and deleted. */
import {
  CreateSecretCommand,
  DeleteSecretCommand,
  DescribeSecretCommand,
  GetSecretValueCommand,
  ListSecretsCommand,
  type DescribeSecretCommandOutput,
} from '@aws-sdk/client-secrets-manager';
import { page } from '../paging';
import { type Service, ServiceError } from '../service';
import { action } from '../shape';
import type { Stored } from '../stored';
import { type Secret, type SecretsOptions, SecretsState } from './state';

/** API reference, CreateSecret: Name, ClientRequestToken; ListSecrets, MaxResults. */
const NAME = /^[A-Za-z0-9/_+=.@-]{1,512}$/;
const TOKEN = /^[A-Za-z0-9_-]{32,64}$/;
const PAGE = 100;

export function makeSecrets(options: SecretsOptions): Stored {
  const state = new SecretsState(options);
  return {
    service: { ...creating(state), ...looking(state), ...deleting(state) },
    left: () =>
      state.all().map(({ arn, tags, deletedAt }) => ({
        kind: 'secretsmanager:secret' as const,
        id: arn,
        state: deletedAt === undefined ? 'CREATED' : 'DELETING',
        tags,
        fileSystemId: arn,
      })),
    retag: (change) => {
      for (const one of state.all()) one.tags = change(one.tags);
    },
  };
}

function creating(state: SecretsState): Service {
  return {
    CreateSecret: action(
      CreateSecretCommand,
      'Name Description ClientRequestToken SecretString Tags',
      ({ Name, ClientRequestToken: token, SecretString: value, Tags = [] }) => {
        if (!NAME.test(Name)) throw invalid(`Invalid name: ${Name}`);
        if (token !== undefined && !TOKEN.test(token)) throw invalid('ClientRequestToken has 32 to 64 characters');
        const tags = Object.fromEntries(Tags.map(({ Key = '', Value = '' }) => [Key, Value]));
        const missing = (state.options.requiredTags ?? []).filter((tag) => tags[tag] === undefined);
        if (missing.length > 0)
          throw new ServiceError(
            'AccessDeniedException',
            `a secret without ${missing.join(', ')} may not be made`,
            400,
          );
        const before = state.named(Name);
        // The same token with another value is another request (API reference, CreateSecret, ClientRequestToken).
        if (before !== undefined && (token === undefined || before.token !== token || before.value !== value))
          throw new ServiceError('ResourceExistsException', `the secret ${Name} already exists`, 400);
        const { arn } = before ?? state.make({ name: Name, token, value, tags });
        return { ARN: arn, Name };
      },
    ),
  };
}

function looking(state: SecretsState): Service {
  return {
    DescribeSecret: action(DescribeSecretCommand, 'SecretId', ({ SecretId }) => described(find(state, SecretId))),
    GetSecretValue: action(GetSecretValueCommand, 'SecretId', ({ SecretId }) => {
      const { arn, name, value, deletedAt } = find(state, SecretId);
      if (deletedAt !== undefined)
        throw new ServiceError('InvalidRequestException', `the secret ${name} is marked for deletion`, 400);
      if (value === undefined) throw notFound(`the secret ${name} holds nothing`);
      return { ARN: arn, Name: name, SecretString: value };
    }),
    ListSecrets: action(
      ListSecretsCommand,
      'MaxResults NextToken Filters',
      ({ MaxResults = PAGE, NextToken, Filters = [] }) => {
        const beginnings = Filters.flatMap(({ Key, Values = [] }) => {
          if (Key !== 'name') throw invalid(`only names are filtered by here, not ${String(Key)}`);
          return Values;
        });
        const shown = state
          .listed()
          .filter(({ name }) => beginnings.length === 0 || beginnings.some((one) => name.startsWith(one)));
        const refuse = (): Error => new ServiceError('InvalidNextTokenException', 'the token is not one of ours', 400);
        const { items, next } = page(shown, ({ rank }) => rank, MaxResults, NextToken, refuse);
        return { SecretList: items.map(described), ...(next === undefined ? {} : { NextToken: next }) };
      },
    ),
  };
}

function deleting(state: SecretsState): Service {
  return {
    DeleteSecret: action(
      DeleteSecretCommand,
      'SecretId ForceDeleteWithoutRecovery RecoveryWindowInDays',
      ({ SecretId, ForceDeleteWithoutRecovery = false }) => {
        const found = state.find(SecretId);
        // A forced delete of what is not there is no error (API reference, DeleteSecret).
        if (found === undefined && ForceDeleteWithoutRecovery) return { ARN: SecretId };
        const one = found ?? find(state, SecretId);
        one.deletions += 1;
        const fault = state.options.faults?.deletion?.(one.arn, one.deletions);
        if (fault === 'refused')
          throw new ServiceError('InternalServiceError', 'An error occurred on the server side', 500);
        state.remove(one, ForceDeleteWithoutRecovery, fault === 'undone');
        return { ARN: one.arn, Name: one.name, DeletionDate: new Date(state.now()) };
      },
    ),
  };
}

function described({ arn, name, tags, createdAt, deletedAt }: Secret): Omit<DescribeSecretCommandOutput, '$metadata'> {
  return {
    ARN: arn,
    Name: name,
    CreatedDate: new Date(createdAt),
    ...(deletedAt === undefined ? {} : { DeletedDate: new Date(deletedAt) }),
    Tags: Object.entries(tags).map(([Key, Value]) => ({ Key, Value })),
  };
}

function find(state: SecretsState, id: string): Secret {
  const found = state.find(id);
  if (found === undefined) throw notFound(`Secrets Manager can't find the specified secret: ${id}`);
  return found;
}

function notFound(message: string): ServiceError {
  return new ServiceError('ResourceNotFoundException', message, 400);
}

function invalid(message: string): ServiceError {
  return new ServiceError('InvalidParameterException', message, 400);
}
