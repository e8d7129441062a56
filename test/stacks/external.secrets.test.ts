import { readList } from '../../lib/stacks/external';
import cases from '../aws/admission/external.secrets.cases.json';
import { deploy, getOnly } from './deployed-templates';

const ARN = 'arn:aws:secretsmanager:us-east-1:123456789012:secret:ceph-AbCdEf';
const bind = (...servers: readonly string[]): string => JSON.stringify([{ secret: ARN, servers }]);

describe('the setting secrets', () => {
  it('accepts secrets with their servers, as a list or as JSON text', () => {
    const problems: string[] = [];
    expect(readList('secrets', cases.bindings, problems)).toEqual(cases.deployed);
    expect(readList('secrets', JSON.stringify(cases.bindings), problems)).toEqual(cases.deployed);
    expect(problems).toEqual([]);
  });

  const SERVER = 'allowed: https://NAME[:PORT] without path, or a name or IPv4 address without port';
  const ALLOWED =
    'allowed for secrets: a list of secrets, each with the servers that it may go to, e.g. ' +
    `[{"secret":"${ARN}","servers":["10.20.0.11"]}]; https://NAME[:PORT] gets a token, ` +
    'NAME or an IPv4 address a Ceph key';
  const COMPLETE =
    'allowed: a complete ARN, because IAM compares all of it: it ends in a hyphen and six random characters';
  const BOTH = 'one secret is a token (https://…) and a Ceph key (a name or an address); use two secrets';
  const of = (secret: string): string => JSON.stringify([{ secret, servers: ['10.20.0.11'] }]);

  it.each([
    [JSON.stringify([ARN]), [`secrets[0]: '${ARN}'; Invalid input: expected object, received string`]],
    [JSON.stringify({ [ARN]: ['10.20.0.11'] }), ['secrets: Invalid input: expected array, received object']],
    [JSON.stringify([{ secret: ARN }]), ['secrets[0].servers: Invalid input: expected array, received undefined']],
    [
      JSON.stringify([{ secret: ARN, server: ['10.20.0.11'] }]),
      [
        'secrets[0].servers: Invalid input: expected array, received undefined',
        'secrets[0]: Unrecognized key: "server"',
      ],
    ],
    ['[{"secret":"x" "servers":[]}]', [expect.stringMatching(/^secrets: no valid JSON: .*position 15/) as string]],
    [bind(), ['secrets[0].servers: Too small: expected array to have >=1 items']],
    // Neither a prefix nor a pattern is a complete ARN; the message does not repeat what may be the secret itself.
    ...['ceph', `${ARN}*`, ARN.slice(0, -7), ARN.slice(0, -1), 'arn:aws:secretsmanager:…:secret:ceph-AbCdEf'].map(
      (secret) => [of(secret), [`secrets[0].secret: ${COMPLETE}`]] as const,
    ),
    [bind('10.20.0.11', 'https://good.example'), [`secrets[0].servers: ${BOTH}`]],
    [
      JSON.stringify([
        { secret: ARN, servers: ['10.20.0.11'] },
        { secret: ARN.replace('ceph', 'other'), servers: ['https://good.example'] },
        { secret: ARN, servers: ['https://good.example'] },
      ]),
      [`secrets[0].servers: ${BOTH}`, `secrets[2].servers: ${BOTH}`],
    ],
    ...[
      ['10.20.0.11:6789', '*', '10.20.0.0/24', 'https://good.example/prom', 'http://good.example', 'mon.example.'],
      (cases.addresses as [string, string, string | null][]).flatMap(([, one, server]) =>
        server === null ? [one] : [],
      ),
    ]
      .flat()
      .map((one) => [bind('10.20.0.12', one), [`secrets[0].servers[1]: '${one}'; ${SERVER}`]] as const),
  ] satisfies (readonly [string, readonly string[]])[])(
    'refuses %s with the path of the entry and its rule',
    (text, mistakes) => {
      const problems: string[] = [];
      expect(readList('secrets', text, problems)).toEqual([]);
      expect(problems).toEqual([...mistakes, ALLOWED]);
    },
  );
});

it('puts the servers of each secret into the steps of the SSM document, not into its parameters', () => {
  const { Content } = getOnly(deploy({ secrets: cases.bindings }), 'AWS::SSM::Document') as {
    readonly Content: Readonly<Record<'parameters' | 'mainSteps', object>>;
  };
  expect(JSON.stringify(Content.mainSteps)).toContain(` FSXBENCH_SECRETS='${cases.document}' `);
  expect(JSON.stringify(Content.parameters)).not.toMatch(/secret/i);
  expect(JSON.stringify(deploy().resources.bench)).toContain(" FSXBENCH_SECRETS='' ");
});
