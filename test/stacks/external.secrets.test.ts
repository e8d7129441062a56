import { readList } from '../../lib/stacks/external';
import cases from '../aws/admission/external.secrets.cases.json';
import { deploy, deployPlain } from './deployed';

const ARN = 'arn:aws:secretsmanager:us-east-1:123456789012:secret:ceph-AbCdEf';
const bind = (...servers: readonly string[]): string => JSON.stringify([{ secret: ARN, servers }]);

describe('the setting secrets', () => {
  it('binds each secret to servers, in the form that specs and hosts compare', () => {
    const problems: string[] = [];
    expect(readList('secrets', cases.bindings, problems)).toEqual(cases.deployed);
    expect(readList('secrets', JSON.stringify(cases.bindings), problems)).toEqual(cases.deployed);
    expect(problems).toEqual([]);
  });

  it.each([
    JSON.stringify([ARN]),
    JSON.stringify({ [ARN]: ['10.20.0.11'] }),
    JSON.stringify([{ secret: ARN }]),
    JSON.stringify([{ secret: 'ceph', servers: ['10.20.0.11'] }]),
    JSON.stringify([{ secret: `${ARN}*`, servers: ['10.20.0.11'] }]),
    bind(),
    ...['10.20.0.11:6789', '*', '10.20.0.0/24', 'https://good.example/prom', 'mon.example.'].map((one) => bind(one)),
    ...(cases.addresses as [string, string, string | null][]).flatMap(([, one, server]) =>
      server === null ? [bind('10.20.0.11', one)] : [],
    ),
  ])('refuses %s with the form that is allowed', (text) => {
    const problems: string[] = [];
    expect(readList('secrets', text, problems)).toEqual([]);
    expect(problems).toEqual([
      `secrets is ${text.slice(0, 200)}; allowed: a list of secrets, each with the servers that it may go to, e.g. ` +
        `[{"secret":"${ARN}","servers":["10.20.0.11"]}]; a server is https://NAME[:PORT] for the token of a ` +
        'Prometheus, NAME or an IPv4 address for the key of a Ceph monitor; an ARN alone is refused',
    ]);
  });
});

it('fixes the servers of each secret in the document that hosts run, and in no parameter', () => {
  const { bench } = deploy({ secrets: cases.bindings }).resources;
  const document = Object.values(bench).find(({ Type }) => Type === 'AWS::SSM::Document');
  const Content = document?.Properties['Content'] as { readonly parameters: object; readonly mainSteps: object };
  expect(JSON.stringify(Content.mainSteps)).toContain(` FSXBENCH_SECRETS='${cases.document}' `);
  expect(JSON.stringify(Content.parameters)).not.toMatch(/secret/i);
  expect(JSON.stringify(deployPlain().resources.bench)).toContain(" FSXBENCH_SECRETS='' ");
});
