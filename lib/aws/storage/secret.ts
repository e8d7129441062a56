/**
 * Secrets of a rig in Secrets Manager: passwords with which a host or a function configures a server. Passwords are
 * generated here. No request, plan or state contains them: their users read the secret.
 */
import { randomInt } from 'node:crypto';
import type { CreateSecretCommandInput, DescribeSecretCommandOutput } from '@aws-sdk/client-secrets-manager';
import type { AwsCalls } from '../calls';
import { toTagMap } from '../ledger/resource';
import { pickKnown, requireValue, type ResourceState, type StorageResource } from './resource';

/** Prefix of all secret names; grants and listings use it. */
const PREFIX = 'fsxbench/';

export const secret: StorageResource<'secretsmanager:secret'> = {
  absent: ['ResourceNotFoundException'],
  sends: {
    'secretsmanager:CreateSecret': async (aws, input: CreateSecretCommandInput) =>
      toStatus(await makeSecret(aws, input)),
  },
  describe: async (aws, id) => toStatus(await aws.secretsmanager.describeSecret({ SecretId: id })),
  // The filter matches name prefixes (API reference, ListSecrets, Filter).
  page: async ({ secretsmanager }, { token }) => {
    const { SecretList = [], NextToken } = await secretsmanager.listSecrets({
      Filters: [{ Key: 'name', Values: [PREFIX] }],
      ...(token === undefined ? {} : { NextToken: token }),
    });
    const found = SecretList.map(({ ARN, DeletedDate, Tags }) => ({
      id: ARN,
      state: getLifecycle(DeletedDate),
      living: DeletedDate === undefined,
      deletable: DeletedDate === undefined,
      tags: toTagMap(Tags),
      parent: null,
      type: null,
    }));
    return { found, NextToken };
  },
  // By default a secret exists for another month, and blocks its name (API reference, DeleteSecret).
  remove: ({ secretsmanager }, id) => secretsmanager.deleteSecret({ SecretId: id, ForceDeleteWithoutRecovery: true }),
};

export async function readSecret({ secretsmanager }: AwsCalls, id: string): Promise<string> {
  const { SecretString } = await secretsmanager.getSecretValue({ SecretId: id });
  return requireValue(SecretString, `what the secret ${id} holds`);
}

/** If the name exists because an answer was lost, the existing secret with its password is the answer. */
async function makeSecret(
  { secretsmanager }: AwsCalls,
  input: CreateSecretCommandInput,
): Promise<Pick<DescribeSecretCommandOutput, 'ARN'>> {
  try {
    return await secretsmanager.createSecret({ ...input, SecretString: makePassword() });
  } catch (error) {
    if ((error as Error).name !== 'ResourceExistsException') throw error;
    return secretsmanager.describeSecret({ SecretId: input.Name });
  }
}

function toStatus({ ARN, DeletedDate }: Pick<DescribeSecretCommandOutput, 'ARN' | 'DeletedDate'>): ResourceState {
  const id = requireValue(ARN, 'the ARN of a secret');
  const gone = DeletedDate !== undefined;
  return {
    id,
    state: gone ? 'failed' : 'ready',
    lifecycle: getLifecycle(DeletedDate),
    why: gone ? 'it is being deleted' : '',
    values: pickKnown({ id }),
    changedAt: null,
    ...(gone ? { gone } : {}),
  };
}

function getLifecycle(deleted: Date | undefined): string {
  return deleted === undefined ? 'CREATED' : 'DELETING';
}

const LETTERS = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ';
const DIGITS = '23456789';
/** FSx accepts 8 to 50 characters (API reference, CreateFileSystemOntapConfiguration, FsxAdminPassword). */
const PASSWORD_LENGTH = 32;

/** Letters and digits only, at least one of each, so that shells, headers and JSON need no quoting. */
function makePassword(): string {
  const one = (of: string): string => of.charAt(randomInt(of.length));
  const rest = Array.from({ length: PASSWORD_LENGTH - 4 }, () => one(LETTERS + DIGITS)).join('');
  // ONTAP requires a letter and a digit, so passwords begin and end with them.
  return `${one(LETTERS)}${one(DIGITS)}${rest}${one(LETTERS)}${one(DIGITS)}`;
}
