/** A synthesized deployment with empty bundles, and its resources with all references as text. */
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type * as cdk from 'aws-cdk-lib';
import type * as app from '../../lib/stacks/app';
import { readFiles } from '../../lib/stacks/files';
import { readSettings, type ScheduledSpec } from '../../lib/stacks/settings';
import { cacheFolder } from '../bin/cached-folder';
import { temporaryFolder } from '../temporary';

/** As in the simulation, so that its records can be compared with the templates. */
const PSEUDO: Readonly<Record<string, string>> = {
  'AWS::Partition': 'aws',
  'AWS::Region': 'xx-local-1',
  'AWS::AccountId': '000000000000',
};
const BUCKET = 'fsxbench-results';

/** A policy document with references as text. */
export interface Document {
  readonly Statement: readonly {
    readonly Effect: string;
    readonly Action: string | readonly string[];
    readonly Resource?: string | readonly string[];
    readonly Principal?: unknown;
    readonly Condition?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  }[];
}

/** Properties that tests read; all others are unknown. */
export interface Properties {
  readonly [name: string]: unknown;
  readonly PolicyDocument?: Document;
  readonly AssumeRolePolicyDocument?: Document;
  readonly Policies?: readonly { readonly PolicyDocument: Document }[];
  readonly Roles?: readonly string[];
  readonly FunctionName?: string;
  readonly StateMachineName?: string;
  readonly Role?: string;
  readonly RoleArn?: string;
  readonly Timeout?: number;
  readonly DefinitionSubstitutions?: Readonly<Record<string, string>>;
  readonly Environment?: { readonly Variables: Readonly<Record<string, string>> };
}

export interface Resource {
  readonly Type: string;
  readonly Properties: Properties;
  readonly DeletionPolicy?: string;
  readonly UpdateReplacePolicy?: string;
  readonly DependsOn?: readonly string[];
}

type Part = 'safety' | 'bench';

/** A template as CloudFormation gets it. */
interface RawTemplate {
  readonly Resources: Readonly<Record<string, object>>;
  readonly Parameters?: Readonly<Record<string, { readonly Default: string }>>;
  readonly Conditions?: object;
}

export interface DeployedTemplates {
  /** Folder of the assembly, for the test file that asked for it. */
  readonly folder: string;
  readonly safety: { toJSON(): RawTemplate };
  readonly bench: { toJSON(): RawTemplate };
  /** Resources with references as text, by their ids. */
  readonly resources: Readonly<Record<Part, Readonly<Record<string, Resource>>>>;
}

/** Settings as given by `-c`. */
type Context = Readonly<Record<string, unknown>>;

/** Both stacks with these settings, synthesized once until a source changes. */
export function deploy(context: Context = {}, schedules: ScheduledSpec[] = []): DeployedTemplates {
  const folder = temporaryFolder('fsxbench-synth-');
  const made = cacheFolder([context, schedules], (path) => synthesize(path, context, schedules));
  cpSync(join(made, 'out'), folder, { recursive: true });
  const [safety, bench] = readdirSync(folder)
    .filter((name) => name.endsWith('.template.json'))
    .toSorted((a, b) => b.localeCompare(a))
    .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as RawTemplate) as [RawTemplate, RawTemplate];
  return {
    folder,
    safety: { toJSON: () => safety },
    bench: { toJSON: () => bench },
    resources: { safety: listResources(safety), bench: listResources(bench) },
  };
}

/**
 * Synthesizes both stacks into `folder`/out.
 * @param aspects applied to every construct; with any, the CDK also validates the templates, which takes seconds
 */
export function synthesize(
  folder: string,
  context: Context,
  schedules: ScheduledSpec[],
  aspects: readonly cdk.IAspect[] = [],
): void {
  const bundles = join(folder, 'bundles');
  for (const name of readdirSync('lambdas')) {
    mkdirSync(join(bundles, name), { recursive: true });
    writeFileSync(join(bundles, name, 'index.mjs'), `export const handler = '${name}';\n`);
  }
  const settings = readSettings((name) => context[name], schedules);
  // Loading the CDK takes longer than reading what it made.
  const load = createRequire(__filename);
  const { Aspects } = load('aws-cdk-lib') as typeof cdk;
  const { addStacks, makeApp } = load('../../lib/stacks/app') as typeof app;
  // Keys of cdk.json for the CDK itself contain an @.
  const own = Object.fromEntries(Object.entries(context).filter(([name]) => name.startsWith('@')));
  const builtinCloudFormationValidation = aspects.length > 0;
  const options = { stackTraces: false, context: own, builtinCloudFormationValidation };
  const made = makeApp({ outdir: join(folder, 'out'), ...options });
  addStacks(made, settings, readFiles(process.cwd(), bundles));
  for (const aspect of aspects) Aspects.of(made).add(aspect);
  made.synth();
}

/** By logical id; resources without properties have none in the template. */
function listResources({ Resources }: RawTemplate): Record<string, Resource> {
  const all = Object.entries(Resources);
  return Object.fromEntries(all.map(([id, one]) => [id, resolveReferences({ Properties: {}, ...one }) as Resource]));
}

/** All resources, of both stacks. */
export function listAll({ resources }: DeployedTemplates): Resource[] {
  return [...Object.values(resources.safety), ...Object.values(resources.bench)];
}

/** All resources of a type, of both stacks. */
export function filterByType(deployed: DeployedTemplates, type: string): Resource[] {
  return listAll(deployed).filter((one) => one.Type === type);
}

/** Properties of the only resource of a type. @throws Error where there are others or none */
export function getOnly(deployed: DeployedTemplates, type: string, part: Part = 'bench'): Properties {
  const [found, ...more] = Object.values(deployed.resources[part]).filter((one) => one.Type === type);
  if (found === undefined || more.length > 0) throw new Error(`there is not exactly one ${type}`);
  return found.Properties;
}

/** A function by its name. */
export function findFunction(deployed: DeployedTemplates, name: string): Properties {
  const all = filterByType(deployed, 'AWS::Lambda::Function').map(({ Properties }) => Properties);
  const found = all.find(({ FunctionName }) => FunctionName === `fsxbench-${name}`);
  if (found === undefined) throw new Error(`there is no function ${name}`);
  return found;
}

/** Environment variables of a function. */
export function getEnvironment(deployed: DeployedTemplates, name: string): Readonly<Record<string, string>> {
  return findFunction(deployed, name).Environment?.Variables ?? {};
}

/** References as text: `Ref`, `Fn::GetAtt`, `Fn::Join`, `Fn::ImportValue`. */
export function resolveReferences(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(resolveReferences);
  if (typeof value !== 'object' || value === null) return value;
  const [[name, given] = ['', undefined], ...more] = Object.entries(value);
  if (more.length === 0) {
    if (name === 'Ref') return PSEUDO[String(given)] ?? resolveId(String(given));
    if (name === 'Fn::GetAtt') return resolveId((given as string[]).join('.'));
    if (name === 'Fn::ImportValue') return resolveId(String(given));
    if (name === 'Fn::Join')
      return (resolveReferences((given as unknown[])[1]) as string[]).join((given as string[])[0]);
  }
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, resolveReferences(item)]));
}

/** The results bucket by its simulated name, everything else by its logical id. */
function resolveId(id: string): string {
  if (!/Results\w*[0-9A-F]{8}/.test(id) || /Machine|Role/.test(id)) return `<${id}>`;
  return /[.A-F0-9]Arn/.test(id) ? `arn:aws:s3:::${BUCKET}` : BUCKET;
}
