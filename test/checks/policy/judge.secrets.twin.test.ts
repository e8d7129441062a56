import { TAG_KEYS } from '../../../lib/shapes/layout';
import { check, type Keys, resourceTags } from '../../../checks/policy/calls/check';
import { grantsAsDeployed, PLACE } from '../../../checks/policy/findings';
import { TOKEN } from '../../../checks/policy/roles/external';
import { Judge } from '../../../checks/policy/judge';

const grants = grantsAsDeployed();
const judge = new Judge(grants, PLACE);
const arn = (service: string, rest: string): string => `arn:aws:${service}:${PLACE.region}:${PLACE.account}:${rest}`;
const may = (role: string, action: string, resource: string, keys: Keys = {}): boolean =>
  judge.may(role, check(action, resource, keys));

const OURS = { [TAG_KEYS.stack]: 'fsxbench-local' };
const FOREIGN = { [TAG_KEYS.stack]: 'another' };

describe('the roles of a deployment', () => {
  it('let hosts that need the secret of a rig read it, and no others', () => {
    const read = (role: string, its: Keys): boolean =>
      may(
        role,
        'secretsmanager:GetSecretValue',
        arn('secretsmanager', 'secret:fsxbench/x/e__r1__c1.secret-AbCdEf'),
        its,
      );
    expect(read('hosts', resourceTags(OURS))).toBe(false);
    expect(read('hosts that read secrets', resourceTags(OURS))).toBe(true);
    expect(read('hosts that read secrets', resourceTags(FOREIGN))).toBe(false);
  });

  const secretActions = ['GetSecretValue', 'PutSecretValue', 'UpdateSecret', 'TagResource', 'PutResourcePolicy'];
  it.each([
    ['only if the deployment names it', TOKEN, ['hosts that read secrets may GetSecretValue']],
    ['never if the deployment does not name it', arn('secretsmanager', 'secret:prometheus-GhIjKl'), []],
    ['never with a longer name', TOKEN.replace('prometheus', 'prometheus-2'), []],
    ['never with this name in another account', TOKEN.replace('000000000000', '999999999999'), []],
    ['never with this name in another Region', TOKEN.replace('xx-local-1', 'xx-local-2'), []],
  ])('let hosts read a secret %s, and nobody change it', (_, secret, allowed) => {
    const found = grants.roles.flatMap(({ name }) =>
      secretActions
        .filter((action) => [{}, resourceTags(OURS)].some((its) => may(name, `secretsmanager:${action}`, secret, its)))
        .map((action) => `${name} may ${action}`),
    );
    // A tag of this deployment on a secret of others opens nothing.
    expect(found).toEqual(allowed);
  });

  it('cannot change the document, which holds the servers of secrets, and only admission writes scripts', () => {
    const document = arn('ssm', 'document/fsxbench-run-script');
    const changes = ['UpdateDocument', 'UpdateDocumentDefaultVersion', 'CreateDocument', 'DeleteDocument'];
    for (const { name } of grants.roles)
      for (const action of changes)
        expect({ name, action, may: may(name, `ssm:${action}`, document, resourceTags(OURS)) }).toEqual({
          name,
          action,
          may: false,
        });
    const tls = { 'aws:SecureTransport': 'true', 's3:TlsVersion': '1.3' };
    const script = `arn:aws:s3:::${PLACE.bucket}/executions/play/play-1/scripts/${'a'.repeat(64)}.sh`;
    const writers = grants.roles.filter(({ name }) =>
      [tls, { ...tls, 's3:if-none-match': '*' }].some((keys) => may(name, 's3:PutObject', script, keys)),
    );
    expect(writers.map(({ name }) => name)).toEqual(['admit']);
  });
});
