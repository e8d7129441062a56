import { adviseUnknownRates, checkAddress } from '../../lib/targets/external-storage';

describe('addresses of servers that others own', () => {
  it('are names or IPv4 addresses that another machine can have', () => {
    const messages = (address: string): string[] => checkAddress(address, ['address']).map(({ message }) => message);
    expect(messages('10.0.0.5')).toEqual([]);
    expect(messages('nas')).toEqual([]);
    expect(messages('169.254.169.254')).toEqual([
      'found 169.254.169.254; hosts cannot reach another server at this loopback, link-local or multicast ' +
        'address; write its network address',
    ]);
  });

  it('are advised to come with what was bought', () => {
    expect(adviseUnknownRates({ provisioned: {} })).toEqual([]);
    expect(adviseUnknownRates({})).toMatchObject([{ severity: 'advice', path: ['provisioned'] }]);
  });
});
