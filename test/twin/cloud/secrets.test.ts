import { expectRefusal, makeServices, readPages, RIG_TAGS, tagList } from './services';

const TOKEN = 'b'.repeat(32);
const Tags = tagList(RIG_TAGS);
const INPUT = { Name: 'fsxbench/s/one', ClientRequestToken: TOKEN, SecretString: 'pass-word-1', Tags };

async function createSecret() {
  const services = makeServices();
  const { ARN } = await services.call<{ ARN: string }>('secretsmanager', 'CreateSecret', INPUT);
  const call = <T>(action: string, input: object) => services.call<T>('secretsmanager', action, input);
  return { services, ARN, call };
}

describe('Secrets Manager in the simulated account', () => {
  it('returns the secret value by ARN or name', async () => {
    const { ARN, call } = await createSecret();
    expect(ARN).toMatch(/:secret:fsxbench\/s\/one-[0-9a-f]{6}$/);
    for (const SecretId of [ARN, INPUT.Name])
      expect(await call('GetSecretValue', { SecretId })).toMatchObject({ ARN, SecretString: 'pass-word-1' });
    await expectRefusal(call('GetSecretValue', { SecretId: 'other' }), 'ResourceNotFoundException');
  });

  it('accepts a repeated create request, and refuses another one, malformed names and client tokens', async () => {
    const { ARN, call } = await createSecret();
    expect(await call('CreateSecret', INPUT)).toMatchObject({ ARN });
    for (const other of [{ SecretString: 'pass-word-2' }, { ClientRequestToken: 'c'.repeat(32) }])
      await expectRefusal(call('CreateSecret', { ...INPUT, ...other }), 'ResourceExistsException');
    for (const bad of [{ Name: 'a b' }, { Name: 'x', ClientRequestToken: 'short' }])
      await expectRefusal(call('CreateSecret', { ...INPUT, ...bad }), 'InvalidParameterException');
  });

  it('lists secrets by name prefix, in pages, without secrets scheduled for deletion', async () => {
    const { services, ARN, call } = await createSecret();
    for (const name of ['fsxbench/s/two', 'other'])
      await call('CreateSecret', { ...INPUT, Name: name, ClientRequestToken: undefined });
    await services.pass(60_000);
    const list = async (input: object): Promise<string[][]> => {
      const action = ['secretsmanager', 'ListSecrets'] as const;
      const pages = await readPages<{ Name: string }>(services, action, 'SecretList', input);
      return pages.map((page) => page.map(({ Name }) => Name));
    };
    const Filters = [{ Key: 'name', Values: ['fsxbench/'] }];
    expect(await list({ Filters, MaxResults: 1 })).toEqual([['fsxbench/s/one'], ['fsxbench/s/two']]);
    await call('DeleteSecret', { SecretId: ARN });
    expect(await list({})).toEqual([['fsxbench/s/two', 'other']]);
    // It waits for a month.
    await services.pass(60_000);
    await expectRefusal(call('GetSecretValue', { SecretId: ARN }), 'InvalidRequestException');
    expect(await call('DescribeSecret', { SecretId: ARN })).toHaveProperty('DeletedDate');
  });

  it('deletes a secret by force after a delay, and accepts a forced delete of a missing secret', async () => {
    const { services, ARN, call } = await createSecret();
    await call('DeleteSecret', { SecretId: ARN, ForceDeleteWithoutRecovery: true });
    expect(await call('DescribeSecret', { SecretId: ARN })).toHaveProperty('DeletedDate');
    await services.pass(60_000);
    await expectRefusal(call('DescribeSecret', { SecretId: ARN }), 'ResourceNotFoundException');
    expect(await call('DeleteSecret', { SecretId: ARN, ForceDeleteWithoutRecovery: true })).toEqual({ ARN });
    await expectRefusal(call('DeleteSecret', { SecretId: ARN }), 'ResourceNotFoundException');
  });
});
