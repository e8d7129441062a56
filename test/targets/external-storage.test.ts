import { adviseUnknownRates, checkAddress } from '../../lib/targets/external-storage';

describe('checkAddress and adviseUnknownRates', () => {
  it('accepts DNS names and IPv4 addresses, and refuses a link-local address', () => {
    const messages = (address: string): string[] => checkAddress(address, ['address']).map(({ message }) => message);
    expect(messages('10.0.0.5')).toEqual([]);
    expect(messages('nas')).toEqual([]);
    expect(messages('169.254.169.254')).toEqual([
      'found 169.254.169.254; hosts cannot reach another server at this loopback, link-local or multicast ' +
        'address; write its network address',
    ]);
  });

  it('advises to state provisioned rates when they are missing', () => {
    expect(adviseUnknownRates({ provisioned: {} })).toEqual([]);
    expect(adviseUnknownRates({})).toMatchObject([{ severity: 'advice', path: ['provisioned'] }]);
  });
});
