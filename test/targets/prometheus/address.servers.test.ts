import { isServerName, parseServer } from '../../../lib/shapes/secret-servers';
import cases from '../../aws/admission/external.secrets.cases.json';

type AddressCase = [title: string, address: string, server: string | null, isBound: boolean];

describe('parseServer', () => {
  it.each(cases.addresses as AddressCase[])(
    'parses an address to its server, or to null: %s (%s)',
    (_, address, server) => {
      const found = parseServer(address)?.server ?? null;
      // Tokens need https, which is another rule.
      expect(found).toBe(address === 'http://good.example' ? address : server);
    },
  );

  it('keeps the path unchanged', () => {
    expect(parseServer('https://Good.example:443/Prom/x/')).toEqual({
      server: 'https://good.example',
      path: '/Prom/x/',
    });
  });

  it.each([
    'https://good.example:65536',
    'good.example:80',
    'ftp://good.example',
    'https://',
    'https:good.example',
    '',
  ])('returns null for %j', (text) => expect(parseServer(text)).toBeNull());
});

it.each(['10.20.0', '10.20.0.256', '10.20.0.1.1', '1e3.0xf', 'a.1', 'a..b', '-a.b'])(
  'refuses the server name %s, which is neither a DNS name nor four decimal numbers',
  (text) => expect(isServerName(text)).toBe(false),
);
