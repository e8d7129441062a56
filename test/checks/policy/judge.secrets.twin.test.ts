import { TAG_KEYS } from '../../../lib/shapes/layout';
import { check, type Keys, resourceTags } from '../../../checks/policy/calls/check';
import { grantsAsDeployed, PLACE } from '../../../checks/policy/findings';
import { TOKEN } from '../../../checks/policy/roles/external';
import { Judge } from '../../../checks/policy/judge';

const grants = grantsAsDeployed();
const judge = new Judge(grants, PLACE);
const arn = (service: string, rest: string): string => `arn:aws:${service}:${PLACE.region}:${PLACE.account}:${rest}`;
const isAllowed = (role: string, action: string, resource: string, keys: Keys = {}): boolean =>
  judge.may(role, check(action, resource, keys));

const OURS = { [TAG_KEYS.stack]: 'fsxbench-local' };
const FOREIGN = { [TAG_KEYS.stack]: 'another' };

describe('IAM policy for secrets and scripts', () => {
  it('allows only hosts that need the secret of a rig to read it', () => {
    const read = (role: string, its: Keys): boolean =>
      isAllowed(
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
    ['a secret that the deployment names', TOKEN, ['hosts that read secrets may GetSecretValue']],
    ['a secret that the deployment does not name', arn('secretsmanager', 'secret:prometheus-GhIjKl'), []],
    ['a secret with a longer name', TOKEN.replace('prometheus', 'prometheus-2'), []],
    ['a secret of this name in another account', TOKEN.replace('000000000000', '999999999999'), []],
    ['a secret of this name in another Region', TOKEN.replace('xx-local-1', 'xx-local-2'), []],
  ])('denies changes of %s, and allows reading only when the deployment names it', (_, secret, allowed) => {
    const found = grants.roles.flatMap(({ name }) =>
      secretActions
        .filter((action) =>
          [{}, resourceTags(OURS)].some((its) => isAllowed(name, `secretsmanager:${action}`, secret, its)),
        )
        .map((action) => `${name} may ${action}`),
    );
    // A tag of this deployment on a secret of others opens nothing.
    expect(found).toEqual(allowed);
  });

  it('denies changes of the SSM document, and allows only admission to write scripts', () => {
    const document = arn('ssm', 'document/fsxbench-run-script');
    const changes = ['UpdateDocument', 'UpdateDocumentDefaultVersion', 'CreateDocument', 'DeleteDocument'];
    for (const { name } of grants.roles)
      for (const action of changes)
        expect({ name, action, may: isAllowed(name, `ssm:${action}`, document, resourceTags(OURS)) }).toEqual({
          name,
          action,
          may: false,
        });
    const tls = { 'aws:SecureTransport': 'true', 's3:TlsVersion': '1.3' };
    const script = `arn:aws:s3:::${PLACE.bucket}/executions/play/play-1/scripts/${'a'.repeat(64)}.sh`;
    const writers = grants.roles.filter(({ name }) =>
      [tls, { ...tls, 's3:if-none-match': '*' }].some((keys) => isAllowed(name, 's3:PutObject', script, keys)),
    );
    expect(writers.map(({ name }) => name)).toEqual(['admit']);
  });
});
