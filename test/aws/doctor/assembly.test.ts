/** What AWS would get of a synthesised deployment. */
import { mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Drafts, makeDrafts, readAssembly } from '../../../lib/aws/doctor/assembly';
import { DeploymentNames } from '../../../lib/aws/doctor/deployment';
import { ALL_MACHINES } from '../../../lib/shapes/machines';
import { deploy } from '../../stacks/deployed-templates';
import { temporaryFolder } from '../../temporary';
import { SMALL_ASSEMBLY } from './small-assembly';

const PLACE = new DeploymentNames('123456789012', 'eu-west-1', 'fsxbench');

it('resolves references and imports of the other stack in state machines and policies', () => {
  const { machines, policies, templates } = makeDrafts(SMALL_ASSEMBLY, PLACE);
  expect(machines).toEqual([
    { name: 'fsxbench-launch', text: '{"States":{"Look":{"Resource":"arn:aws:iam::123456789012:role/Role"}}}' },
  ]);
  expect(policies).toEqual([
    {
      name: 'Role calls',
      text: '{"Resource":"arn:aws:s3:::fsxbench-results/fences/*","Condition":{"aws:SourceAccount":"123456789012"}}',
      isTrust: false,
    },
    { name: 'Role trust', text: '{"Principal":{"Service":"states.amazonaws.com"}}', isTrust: true },
  ]);
  expect(templates.bench).toContain('"Fn::Join":["",["arn:aws:s3:::fsxbench-results","/fences/*"]]');
  expect(templates.bench).toContain('{"Ref":"AWS::AccountId"}');
});

describe('makeDrafts of the synthesized stacks', () => {
  let drafts: Drafts;
  let safety: unknown;
  beforeAll(() => {
    const managed = [{ tagKey: 'fsxbench', tagValue: 'client', roleArn: 'arn:aws:iam::123456789012:role/hosts' }];
    const { folder } = deploy({ managed });
    const assembly = readAssembly({ root: '', cwd: '' }, folder, 'fsxbench');
    safety = JSON.parse(readFileSync(join(folder, 'FsxbenchSafety.template.json'), 'utf8'));
    drafts = makeDrafts(assembly, PLACE);
    rmSync(folder, { recursive: true });
  });

  it('reads all state machines without unresolved references', () => {
    const names = drafts.machines.map(({ name }) => name);
    expect(names.toSorted()).toEqual(ALL_MACHINES.map((name) => `fsxbench-${name}`).toSorted());
    for (const { text } of drafts.machines) {
      JSON.parse(text);
      expect(text).not.toMatch(/\$\{\w+\}|Fn::|\[object/);
    }
  });

  it('reads the policies of all roles without unresolved references', () => {
    const { policies } = drafts;
    expect(policies.filter(({ isTrust }) => isTrust).length).toBeGreaterThan(25);
    expect(policies.filter(({ isTrust }) => !isTrust).length).toBeGreaterThan(25);
    expect(policies.filter(({ name }) => name.endsWith(' policy'))).toHaveLength(1);
    expect(policies.filter(({ text }) => /"Ref"|Fn::|\[object/.test(text))).toEqual([]);
    // As many characters as IAM takes in all inline policies of a role.
    for (const { text } of policies) expect(text.length).toBeLessThan(10_240);
  });

  it('returns a bench template without imports, and the safety template unchanged', () => {
    expect(drafts.templates.bench).not.toContain('Fn::ImportValue');
    expect(JSON.parse(drafts.templates.safety)).toEqual(safety);
  });
});

/** A checkout with one source, and an assembly. @param age seconds from the synth to the source */
function makeCheckout(age: number): string {
  const root = temporaryFolder('checkout');
  for (const name of ['cdk.out', 'lib']) mkdirSync(join(root, name));
  for (const part of ['Safety', 'Bench'])
    writeFileSync(join(root, 'cdk.out', `Fsxbench${part}.template.json`), '{"Resources":{}}');
  writeFileSync(join(root, 'cdk.out', 'asset.abc.json'), 'text');
  writeFileSync(join(root, 'cdk.out', 'manifest.json'), '{}');
  writeFileSync(join(root, 'lib', 'app.ts'), '');
  utimesSync(join(root, 'lib', 'app.ts'), 1000, 1000 + age);
  utimesSync(join(root, 'cdk.out', 'manifest.json'), 1000, 1000);
  return root;
}

it('reads cdk.out of the checkout, or the given folder', () => {
  const root = makeCheckout(-1);
  expect(readAssembly({ root, cwd: '/' }, undefined, 'fsxbench').readAsset('abc.json')).toBe('text');
  expect(readAssembly({ root: '/', cwd: root }, 'cdk.out', 'fsxbench').templates.bench).toBe('{"Resources":{}}');
});

it('accepts a given assembly folder that is older than the sources', () => {
  const root = makeCheckout(1);
  expect(readAssembly({ root, cwd: root }, 'cdk.out', 'fsxbench').templates.safety).toBe('{"Resources":{}}');
});

it.each([
  ['the assembly is missing', -1, 'elsewhere', 'fsxbench', 'there is no assembly in '],
  ['sources are newer', 1, undefined, 'fsxbench', 'cdk.out is older than the source lib/app.ts'],
  [
    'the assembly is of another deployment',
    -1,
    undefined,
    'other',
    'OtherSafety.template.json is missing: the assembly has another stackName',
  ],
])('names the cdk synth command when %s', (_, age, given, stack, message) => {
  const root = makeCheckout(age);
  const read = (): unknown => readAssembly({ root, cwd: root }, given, stack);
  expect(read).toThrow(message);
  expect(read).toThrow(/Run npx cdk synth --quiet with the settings \(-c\) of your deploy/);
});
