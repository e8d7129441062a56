import { findStates } from '../../../lib/aws/ledger/states-by-id';
import { pickDeletes } from '../../../lib/aws/ledger/deletes';
import { listResources } from '../../../lib/aws/ledger/list';
import { callStorage } from '../../../lib/aws/storage/call-storage';
import { deleteStorage } from '../../../lib/aws/storage/delete-storage';
import { readSecret } from '../../../lib/aws/storage/secret';
import { makeAccount, makeTags } from '../account';

const EXECUTION = { key: 'fsxbench:execution', value: 'exec' };
const Tags = Object.entries(makeTags()).map(([Key, Value]) => ({ Key, Value }));
const CREATE = {
  call: 'secretsmanager:CreateSecret',
  input: { Name: 'fsxbench/bench/exec__r1__c1.secret', ClientRequestToken: 'a'.repeat(60), Tags },
  made: {},
  fenceKey: 'fences/exec.json',
} as const;

describe('Secrets Manager secrets of a rig', () => {
  it('has a password valid for ONTAP that is redacted in answers, stored objects and recorded calls', async () => {
    const account = makeAccount();
    const context = account.context();
    const seen = await callStorage(CREATE, context);
    expect(seen).toEqual({
      id: expect.stringMatching(/^arn:aws:secretsmanager:.*:secret:fsxbench\/bench\/exec__r1__c1\.secret-[0-9a-f]{6}$/),
      state: 'ready',
      lifecycle: 'CREATED',
      why: '',
      values: { id: seen.id },
      changeableAt: 0,
    });
    const password = await readSecret(context.aws, seen.id);
    expect(password).toMatch(/^[A-Za-z0-9]{32}$/);
    expect(password).toMatch(/[A-Za-z]/);
    expect(password).toMatch(/[0-9]/);
    expect(account.inputs('CreateSecret')).toEqual([{ ...CREATE.input, SecretString: '(redacted)' }]);
    expect(JSON.stringify([seen, account.inputs('PutObject')])).not.toContain(password);
  });

  it('is created once and keeps its password when the answer to its creation was lost', async () => {
    const account = makeAccount();
    const context = account.context();
    const first = await callStorage(CREATE, context);
    const password = await readSecret(context.aws, first.id);
    const again = await callStorage(CREATE, context);
    expect([again.id, again.state]).toEqual([first.id, 'ready']);
    expect(await readSecret(context.aws, again.id)).toBe(password);
  });

  it('is inserted into the request that refers to it, and redacted in recorded calls', async () => {
    const account = makeAccount();
    const context = account.context();
    const { values, id } = await callStorage(CREATE, context);
    const input = {
      FileSystemType: 'ONTAP',
      StorageCapacity: 1024,
      SubnetIds: ['@network.subnetId'],
      OntapConfiguration: {
        DeploymentType: 'SINGLE_AZ_1',
        ThroughputCapacity: 128,
        FsxAdminPassword: '@secret.password',
      },
      Tags,
    };
    const made = await callStorage(
      { call: 'CreateFileSystem', input, made: { secret: values }, fenceKey: CREATE.fenceKey },
      context,
    );
    expect(made.lifecycle).toBe('CREATING');
    const password = await readSecret(context.aws, id);
    expect(account.inputs('CreateFileSystem')).toEqual([
      expect.objectContaining({
        OntapConfiguration: expect.objectContaining({ FsxAdminPassword: '(redacted)' }) as unknown,
      }),
    ]);
    expect(JSON.stringify([made, account.inputs('PutObject')])).not.toContain(password);
  });

  it('makes callStorage throw when it is missing and a request refers to its password', async () => {
    const input = { OntapConfiguration: { FsxAdminPassword: '@secret.password' } };
    const request = { call: 'CreateFileSystem', input, made: {}, fenceKey: CREATE.fenceKey } as const;
    await expect(callStorage(request, makeAccount().context())).rejects.toMatchObject({
      message: 'expected the secret secret of a password, found none',
    });
  });

  it('is listed by its tags, deleted without recovery, and gone for the receipt', async () => {
    const account = makeAccount();
    const context = account.context();
    const { id } = await callStorage(CREATE, context);
    await account.pass(60_000);
    const listed = async () => (await listResources(context, EXECUTION)).resources;
    expect((await listed()).map((one) => [one.kind, one.id, one.state])).toEqual([
      ['secretsmanager:secret', id, 'CREATED'],
    ]);
    expect(pickDeletes(await listed(), 0)).toEqual([{ kind: 'secretsmanager:secret', ids: [id], type: null }]);
    expect(await deleteStorage({ id, type: null }, context)).toEqual({ id });
    expect(account.inputs('DeleteSecret')).toEqual([{ SecretId: id, ForceDeleteWithoutRecovery: true }]);
    expect(await listed()).toEqual([]);
    const thing = { kind: 'secretsmanager:secret', id, rig: null, state: 'CREATED' } as const;
    // While it is deleted, its service still tells of it: nobody can keep it from going.
    expect(await findStates([thing], context)).toEqual(new Map([[id, null]]));
    await account.pass(60_000);
    expect(await findStates([thing], context)).toEqual(new Map([[id, null]]));
    expect(await deleteStorage({ id, type: null }, context)).toEqual({ id });
  });

  it('is excluded from listings when it has no stack tag, whatever its name is', async () => {
    const account = makeAccount();
    const context = account.context();
    await callStorage(
      { ...CREATE, input: { ...CREATE.input, Tags: Tags.filter(({ Key }) => !Key.endsWith('stack')) } },
      context,
    );
    await account.pass(60_000);
    expect((await listResources(context, EXECUTION)).resources).toEqual([]);
  });
});
