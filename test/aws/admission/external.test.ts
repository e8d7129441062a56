import { isOfHere, placeText, refuseWhatIsOutside } from '../../../lib/aws/admission/external';
import type { Config } from '../../../lib/aws/context';
import { makeAccount } from '../account';

const SECRET = 'arn:aws:secretsmanager:xx-local-1:000000000000:secret:ceph-AbCdEf';
const OPEN = [{ cidr: '10.20.0.0/24', ports: [2049, 111] }];

/** Asks for servers, with ports, and secrets. */
function ask(config: Partial<Config>, reaches: Record<string, (number | string)[]>, ...secrets: string[]): string {
  const account = makeAccount();
  const foreign = { reaches: Object.entries(reaches).map(([address, ports]) => ({ address, ports })), secrets };
  const plan = { rigs: [{ copies: [{ foreign }, {}] }] } as unknown as Parameters<typeof refuseWhatIsOutside>[0];
  try {
    refuseWhatIsOutside(plan, account.context(config));
  } catch (error) {
    return (error as Error).message;
  }
  return account.logged.map(({ message }) => message).join();
}
const refused = (...lines: string[]): string =>
  [
    'hosts of this deployment may not do what these targets need:',
    ...lines.map((line) => `  ${line}`),
    'Deploy the bench stack with these added to its settings `external` and `secrets` (docs/deploy.md).',
  ].join('\n');

describe('refuseWhatIsOutside', () => {
  it('lets pass what is within a range that is open for its ports', () => {
    expect(ask({ external: OPEN }, { '10.20.0.1': [2049], '10.20.0.255': [2049, 111] })).toBe('');
    expect(ask({ external: [{ cidr: '10.20.0.15/32', ports: [1] }] }, { '10.20.0.15': [1] })).toBe('');
  });

  it('knows spans of ports', () => {
    const external = [{ cidr: '10.20.0.0/24', ports: [3300, '6800-7568'] }];
    expect(ask({ external }, { '10.20.0.1': [3300, 6801, '6800-7000'] })).toBe('');
    expect(ask({ external }, { '10.20.0.1': ['3300-3301', '6800-7569'] })).toBe(
      refused('reach 10.20.0.1 at TCP 3300-3301, 6800-7569'),
    );
  });

  it('tells every server that is not, and each secret', () => {
    const asked = { '10.20.1.1': [2049], '10.20.0.1': [2049, 20_048] };
    expect(ask({ external: OPEN, secrets: [] }, asked, SECRET)).toBe(
      refused('reach 10.20.1.1 at TCP 2049', 'reach 10.20.0.1 at TCP 20048', `read ${SECRET}`),
    );
    expect(ask({ external: [], secrets: [SECRET] }, { '10.0.0.1': [1] }, SECRET)).toBe(
      refused('reach 10.0.0.1 at TCP 1'),
    );
  });

  it('lets a name pass where some range is open for its port, for hosts to tell', () => {
    expect(ask({ external: OPEN }, { 'nas.example.com': [2049] })).toBe(
      'whether hosts reach a server by its name shows when they mount it',
    );
    expect(ask({ external: OPEN }, { 'nas.example.com': [3300] })).toBe(refused('reach nas.example.com at TCP 3300'));
  });

  it.each([
    ['Region', 'xx-local-1', 'eu-west-1'],
    ['account', '000000000000', '210987654321'],
  ])('tells of secrets of another %s, which no setting could let hosts read', (_, here, there) => {
    const own = SECRET;
    const other = own.replace(here, there);
    const [, , , region = '', account = ''] = other.split(':');
    const said = [
      'secrets of these targets are of another Region or account than this deployment, which is in xx-local-1 of ' +
        'account 000000000000:',
      `  ${other} is of ${region} of account ${account}`,
      'Make them there, or replicate those of another Region, and name those ARNs (docs/deploy.md).',
    ].join('\n');
    expect(ask({ external: [], secrets: [other] }, {}, other)).toBe(said);
    expect(ask({ external: [], secrets: [own] }, {}, own, other)).toBe(said);
  });

  it('says nothing where the deployment is not known', () => {
    expect(ask({}, { '10.0.0.1': [1] }, SECRET)).toBe('');
  });
});

const OWN = 'arn:aws:states:us-east-1:123456789012:stateMachine:fsxbench-experiment';

it('tells what is of the Region and the account of the deployment', () => {
  const of = (region: string, account: string): boolean =>
    isOfHere(`arn:aws:secretsmanager:${region}:${account}:secret:one`, OWN);
  expect([of('us-east-1', '123456789012'), of('us-east-1', '210987654321'), of('us-east-2', '123456789012')]).toEqual([
    true,
    false,
    false,
  ]);
  expect([isOfHere('', OWN), placeText(OWN)]).toEqual([false, 'us-east-1 of account 123456789012']);
});
