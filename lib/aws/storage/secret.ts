/**
 * Secrets that are made for a rig, in Secrets Manager: passwords by which one host, or one function, sets up a server.
 * What they hold is made here and now, and stands in no request, plan or state: whoever needs it reads it.
 */
import { randomInt } from 'node:crypto';
import type { CreateSecretCommandInput, DescribeSecretCommandOutput } from '@aws-sdk/client-secrets-manager';
import type { AwsCalls } from '../calls';
import { toTagMap } from '../ledger/resource';
import { pickKnown, requireValue, type ResourceState, type StorageResource } from './resource';

/** All of ours begin so: what roles may touch, and what is listed. */
const PREFIX = 'fsxbench/';

export const secret: StorageResource<'secretsmanager:secret'> = {
  absent: ['ResourceNotFoundException'],
  sends: {
    'secretsmanager:CreateSecret': async (aws, input: CreateSecretCommandInput) =>
      toStatus(await makeSecret(aws, input)),
  },
  describe: async (aws, id) => toStatus(await aws.secretsmanager.describeSecret({ SecretId: id })),
  // The filter is the beginning of a name (API reference, ListSecrets, Filter).
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
  // Else it would lie there for a month, and so long its name could not be used again (API reference, DeleteSecret).
  remove: ({ secretsmanager }, id) => secretsmanager.deleteSecret({ SecretId: id, ForceDeleteWithoutRecovery: true }),
};

/** What a secret holds. */
export async function readSecret({ secretsmanager }: AwsCalls, id: string): Promise<string> {
  const { SecretString } = await secretsmanager.getSecretValue({ SecretId: id });
  return requireValue(SecretString, `what the secret ${id} holds`);
}

/** The name is taken after a lost answer: then what the first call made is the secret, with the password of that. */
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
/** FSx takes 8 to 50 characters (API reference, CreateFileSystemOntapConfiguration, FsxAdminPassword). */
const LENGTH = 32;

/** Letters and digits only, both of them, so that no shell, no header and no JSON has to quote it. */
function makePassword(): string {
  const one = (of: string): string => of.charAt(randomInt(of.length));
  const rest = Array.from({ length: LENGTH - 4 }, () => one(LETTERS + DIGITS)).join('');
  // ONTAP asks for a letter and a digit at least; it begins and ends with them.
  return `${one(LETTERS)}${one(DIGITS)}${rest}${one(LETTERS)}${one(DIGITS)}`;
}
