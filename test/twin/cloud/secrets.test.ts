import { makeServices, RIG_TAGS, tagList, expectRefusal } from './services';

const TOKEN = 'b'.repeat(32);
const Tags = tagList(RIG_TAGS);
const INPUT = { Name: 'fsxbench/s/one', ClientRequestToken: TOKEN, SecretString: 'pass-word-1', Tags };

async function made() {
  const services = makeServices();
  const { ARN } = await services.call<{ ARN: string }>('secretsmanager', 'CreateSecret', INPUT);
  const call = <T>(action: string, input: object) => services.call<T>('secretsmanager', action, input);
  return { services, ARN, call };
}

describe('the modelled Secrets Manager', () => {
  it('gives what a secret holds, by ARN or name', async () => {
    const { ARN, call } = await made();
    expect(ARN).toMatch(/:secret:fsxbench\/s\/one-[0-9a-f]{6}$/);
    for (const SecretId of [ARN, INPUT.Name])
      expect(await call('GetSecretValue', { SecretId })).toMatchObject({ ARN, SecretString: 'pass-word-1' });
    await expectRefusal(call('GetSecretValue', { SecretId: 'other' }), 'ResourceNotFoundException');
  });

  it('takes the same request again, and no other of the same name', async () => {
    const { ARN, call } = await made();
    expect(await call('CreateSecret', INPUT)).toMatchObject({ ARN });
    for (const other of [{ SecretString: 'pass-word-2' }, { ClientRequestToken: 'c'.repeat(32) }])
      await expectRefusal(call('CreateSecret', { ...INPUT, ...other }), 'ResourceExistsException');
  });

  it('refuses names and tokens that it has not', async () => {
    const { call } = await made();
    for (const bad of [{ Name: 'a b' }, { Name: 'x', ClientRequestToken: 'short' }])
      await expectRefusal(call('CreateSecret', { ...INPUT, ...bad }), 'InvalidParameterException');
  });

  it('lists by the beginning of names, in pages, and nothing that is to go', async () => {
    const { services, ARN, call } = await made();
    for (const name of ['fsxbench/s/two', 'other'])
      await call('CreateSecret', { ...INPUT, Name: name, ClientRequestToken: undefined });
    await services.pass(60_000);
    const names = async (input: object) => {
      const { SecretList, NextToken } = await call<{ SecretList: { Name: string }[]; NextToken?: string }>(
        'ListSecrets',
        input,
      );
      return { names: SecretList.map(({ Name }) => Name), NextToken };
    };
    const Filters = [{ Key: 'name', Values: ['fsxbench/'] }];
    const first = await names({ Filters, MaxResults: 1 });
    expect(first.names).toEqual(['fsxbench/s/one']);
    expect((await names({ Filters, MaxResults: 1, NextToken: first.NextToken })).names).toEqual(['fsxbench/s/two']);
    await call('DeleteSecret', { SecretId: ARN });
    expect((await names({})).names).toEqual(['fsxbench/s/two', 'other']);
    // It waits for a month.
    await services.pass(60_000);
    await expectRefusal(call('GetSecretValue', { SecretId: ARN }), 'InvalidRequestException');
    expect(await call('DescribeSecret', { SecretId: ARN })).toHaveProperty('DeletedDate');
  });

  it('forgets one that is deleted by force, after a while; that of nothing is no error', async () => {
    const { services, ARN, call } = await made();
    await call('DeleteSecret', { SecretId: ARN, ForceDeleteWithoutRecovery: true });
    expect(await call('DescribeSecret', { SecretId: ARN })).toHaveProperty('DeletedDate');
    await services.pass(60_000);
    await expectRefusal(call('DescribeSecret', { SecretId: ARN }), 'ResourceNotFoundException');
    expect(await call('DeleteSecret', { SecretId: ARN, ForceDeleteWithoutRecovery: true })).toEqual({ ARN });
    await expectRefusal(call('DeleteSecret', { SecretId: ARN }), 'ResourceNotFoundException');
  });
});
