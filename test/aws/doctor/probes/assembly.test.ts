/** What `doctor --before` sends, and that nothing of it stays. */
import type { DoctorCalls } from '../../../../lib/aws/doctor/calls';
import type { CheckResult } from '../../../../lib/aws/doctor/run-checks';
import { check } from '../check';
import { type Facts, NOW, refusal, soundFacts } from '../facts';
import { SMALL_ASSEMBLY } from '../small-assembly';
import { makeDoctorCalls } from '../sound-account';

type Sent = readonly [call: string, input: Readonly<Record<string, unknown>>];

/** The answer to one line, and the calls that were made for it. @param broken calls that fail, by service and name */
async function askLine(
  id: string,
  change: (facts: Facts) => void = () => undefined,
  broken: Readonly<Record<string, Error>> = {},
): Promise<{ answer: CheckResult | undefined; sent: Sent[] }> {
  const facts = soundFacts();
  facts.safety = null;
  facts.bench = null;
  change(facts);
  const sent: Sent[] = [];
  const services = Object.entries<object>({ ...makeDoctorCalls(facts) }).map(([service, all]) => [
    service,
    Object.fromEntries(
      Object.entries(all).map(([name, call]) => [
        name,
        (input: Readonly<Record<string, unknown>>) => {
          sent.push([name, input]);
          const error = broken[name];
          return error === undefined ? (call as (input: unknown) => unknown)(input) : Promise.reject(error);
        },
      ]),
    ),
  ]);
  const calls = Object.fromEntries(services) as unknown as DoctorCalls;
  const onPrepared = (): void => void (sent.length = 0);
  const [answer] = await check(calls, { ids: [id], region: facts.region, assembly: SMALL_ASSEMBLY, onPrepared });
  return { answer, sent };
}

const BUCKET = 'cdk-hnb659fds-assets-123456789012-us-east-1';

it('creates a change set of each stack under a separate name, then deletes stack and template', async () => {
  const { answer, sent } = await askLine('templates-valid');
  expect(answer?.saw).toBe(
    'FsxbenchSafety: its change set can be executed; FsxbenchBench: its change set can be executed',
  );
  const object = { Bucket: BUCKET, Key: 'fsxbench-doctor/FsxbenchSafety.json' };
  expect(sent.slice(0, 7)).toEqual([
    ['putObject', { ...object, Body: SMALL_ASSEMBLY.templates.safety }],
    [
      'createChangeSet',
      {
        StackName: 'FsxbenchSafetyDoctor',
        ChangeSetName: `doctor-${NOW}`,
        ChangeSetType: 'CREATE',
        TemplateURL: `https://${BUCKET}.s3.us-east-1.amazonaws.com/${object.Key}`,
        Capabilities: ['CAPABILITY_IAM', 'CAPABILITY_NAMED_IAM'],
      },
    ],
    ['describeChangeSet', { ChangeSetName: 'set-1' }],
    ['describeStacks', { StackName: 'id-of-FsxbenchSafetyDoctor' }],
    ['deleteStack', { StackName: 'id-of-FsxbenchSafetyDoctor' }],
    ['validateTemplate', { TemplateURL: `https://${BUCKET}.s3.us-east-1.amazonaws.com/${object.Key}` }],
    ['deleteObject', { ...object, VersionId: 'version-1' }],
  ]);
  expect(sent).toHaveLength(14);
});

it.each([
  ['a change set', (facts: Facts) => void (facts.checked.changeSet = 'FAILED')],
  ['a template', (facts: Facts) => void (facts.checked.template = 'Template format error')],
])('deletes its stacks and S3 objects when AWS rejects %s', async (_, change) => {
  const { answer, sent } = await askLine('templates-valid', change);
  expect(answer?.state).toBe('does not hold');
  const count = (name: string): number => sent.filter(([call]) => call === name).length;
  expect(count('putObject')).toBe(2);
  expect(count('deleteObject')).toBe(2);
  expect(count('deleteStack')).toBe(count('createChangeSet'));
});

it('keeps a stack that is not empty, and names the command that deletes it', async () => {
  const { answer, sent } = await askLine(
    'templates-valid',
    (facts) => void (facts.checked.left = 'CREATE_IN_PROGRESS'),
  );
  expect(sent.filter(([call]) => call === 'deleteStack')).toEqual([]);
  expect(answer?.saw).toContain(
    'the empty stack FsxbenchSafetyDoctor remains (its status is CREATE_IN_PROGRESS). Delete it: ' +
      'aws cloudformation delete-stack --stack-name FsxbenchSafetyDoctor',
  );
});

it('validates the templates of deployed stacks without change sets', async () => {
  const { answer, sent } = await askLine('templates-valid', (facts) =>
    Object.assign(facts, { safety: soundFacts().safety, bench: soundFacts().bench }),
  );
  const calls = ['putObject', 'validateTemplate', 'deleteObject'];
  expect(sent.map(([call]) => call)).toEqual([...calls, ...calls]);
  expect(answer).toMatchObject({ state: 'holds', saw: expect.stringContaining('FsxbenchSafety: already deployed') });
});

it('reads all pages of policy findings, and lists findings other than errors as warnings', async () => {
  const { answer, sent } = await askLine('policies-valid');
  expect(sent).toHaveLength(4);
  expect(sent.map(([, { policyType }]) => String(policyType)).toSorted()).toEqual([
    'IDENTITY_POLICY',
    'IDENTITY_POLICY',
    'RESOURCE_POLICY',
    'RESOURCE_POLICY',
  ]);
  expect(answer?.state).toBe('holds');
  expect(answer?.saw).toBe(
    '2 policies have no errors; warnings: Role calls: CODE_1 Write it otherwise.; ' +
      'Role calls: CODE_2 Write it otherwise.; Role trust: CODE_1 Write it otherwise.; and 1 more',
  );
});

const DENIED = refusal('AccessDeniedException', 'is not authorized to perform');

it.each([
  [
    'templates-valid',
    { putObject: refusal('NoSuchBucket', 'no') },
    `the bucket ${BUCKET} is missing. Run npx cdk bootstrap`,
  ],
  ['templates-valid', { putObject: DENIED }, 'could not check: AccessDeniedException'],
  ['templates-valid', { validateTemplate: DENIED }, 'could not check: AccessDeniedException'],
  ['templates-valid', { createChangeSet: refusal('ValidationError', 'not authorized: s3') }, 'could not check'],
  ['machines-valid', { validateStateMachineDefinition: DENIED }, 'could not check: AccessDeniedException'],
  ['policies-valid', { validatePolicy: DENIED }, 'could not check: AccessDeniedException'],
])('reports the assumption %s as not tried when a call fails: %j', async (line, broken, saw) => {
  const { answer } = await askLine(line, undefined, broken);
  expect(answer?.state).toBe('not tried');
  expect(answer?.saw).toContain(saw);
});
