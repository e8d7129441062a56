import { findStates } from '../../../lib/aws/ledger/states-by-id';
import { pickDeletes } from '../../../lib/aws/ledger/deletes';
import { deleteStorage } from '../../../lib/aws/storage/delete-storage';
import { readSecret } from '../../../lib/aws/storage/secret';
import { makeAccount } from '../account';
import { listOwn, send, TAGS } from './calls';
import cases from './fsx.ontap.cases.json';

const INPUT = { Name: 'fsxbench/bench/exec__r1__c1.secret', ClientRequestToken: 'a'.repeat(60), Tags: TAGS };

describe('Secrets Manager secrets of a rig', () => {
  let account = makeAccount();
  let context = account.context();
  beforeEach(() => {
    account = makeAccount();
    context = account.context();
  });
  const create = (more: object = {}) => send(context, 'secretsmanager:CreateSecret', { ...INPUT, ...more });

  it('has a password valid for ONTAP that is redacted in answers, stored objects and recorded calls', async () => {
    const seen = await create();
    expect(seen).toEqual({
      id: expect.stringMatching(/^arn:aws:secretsmanager:.*:secret:fsxbench\/bench\/exec__r1__c1\.secret-[0-9a-f]{6}$/),
      state: 'ready',
      lifecycle: 'CREATED',
      why: '',
      values: { id: seen.id },
      changeableAt: 0,
    });
    const password = await readSecret(context.aws, seen.id);
    expect(password).toMatch(/^(?=.*[A-Za-z])(?=.*[0-9])[A-Za-z0-9]{32}$/);
    expect(account.inputs('CreateSecret')).toEqual([{ ...INPUT, SecretString: '(redacted)' }]);
    expect(JSON.stringify([seen, account.inputs('PutObject')])).not.toContain(password);
    // Created again after a lost answer, it is the same.
    expect(await create()).toMatchObject({ id: seen.id, state: 'ready' });
    expect(await readSecret(context.aws, seen.id)).toBe(password);
  });

  it('is inserted into the request that refers to it, and redacted in recorded calls', async () => {
    const { values, id } = await create();
    const OntapConfiguration = { ...cases.ontap.OntapConfiguration, FsxAdminPassword: '@secret.password' };
    const input = { ...cases.ontap, SubnetIds: ['@network.subnetId'], OntapConfiguration, Tags: TAGS };
    const made = await send(context, 'CreateFileSystem', input, { secret: values });
    expect(made.lifecycle).toBe('CREATING');
    const password = await readSecret(context.aws, id);
    expect(account.inputs('CreateFileSystem')).toMatchObject([
      { OntapConfiguration: { FsxAdminPassword: '(redacted)' } },
    ]);
    expect(JSON.stringify([made, account.inputs('PutObject')])).not.toContain(password);
  });

  it('makes callStorage throw when it is missing and a request refers to its password', async () => {
    const request = send(context, 'CreateFileSystem', { OntapConfiguration: { FsxAdminPassword: '@secret.password' } });
    await expect(request).rejects.toThrow(/^expected the secret secret of a password, found none$/);
  });

  it('is listed by its tags, deleted without recovery, and gone for the receipt', async () => {
    const { id } = await create();
    // One without a stack tag is none of ours, whatever its name is.
    const foreign = TAGS.filter(({ Key }) => !Key.endsWith('stack'));
    await create({ Name: `${INPUT.Name}2`, ClientRequestToken: 'b'.repeat(60), Tags: foreign });
    await account.pass(60_000);
    const listed = await listOwn(context);
    expect(listed).toMatchObject([{ kind: 'secretsmanager:secret', id, state: 'CREATED' }]);
    expect(pickDeletes(listed, 0)).toEqual([{ kind: 'secretsmanager:secret', ids: [id], type: null }]);
    expect(await deleteStorage({ id, type: null }, context)).toEqual({ id });
    expect(account.inputs('DeleteSecret')).toEqual([{ SecretId: id, ForceDeleteWithoutRecovery: true }]);
    expect(await listOwn(context)).toEqual([]);
    const seen = { kind: 'secretsmanager:secret', id, rig: null, state: 'CREATED' } as const;
    // While it is deleted, its service still lists it: nothing can keep it from going.
    expect(await findStates([seen], context)).toEqual(new Map([[id, null]]));
    await account.pass(60_000);
    expect(await findStates([seen], context)).toEqual(new Map([[id, null]]));
    expect(await deleteStorage({ id, type: null }, context)).toEqual({ id });
  });
});
