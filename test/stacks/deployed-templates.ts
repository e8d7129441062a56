/** A synthesized deployment with empty bundles, and its templates with all references as text. */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Aspects, type IAspect, type Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { addStacks, makeApp } from '../../lib/stacks/app';
import { readFiles } from '../../lib/stacks/files';
import { readSettings, type ScheduledSpec } from '../../lib/stacks/settings';
import { processFolder, temporaryFolder } from '../temporary';

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

export interface DeployedTemplates {
  /** Folder of the assembly. */
  readonly folder: string;
  readonly safety: Template;
  readonly bench: Template;
  readonly stacks: Readonly<Record<'safety' | 'bench', Stack>>;
  /** Resources with references as text, by their ids. */
  readonly resources: Readonly<Record<'safety' | 'bench', Readonly<Record<string, Resource>>>>;
}

let plain: DeployedTemplates | undefined;

/** Both stacks without settings, synthesized once for all tests of a process. */
export function deployPlain(): DeployedTemplates {
  plain ??= deploy({}, [], processFolder('fsxbench-synth-'));
  return plain;
}

/**
 * Synthesizes both stacks.
 * @param context as given by `-c`
 * @param folder for the output; default: a new one
 * @param aspects applied to every construct
 */
export function deploy(
  context: Readonly<Record<string, unknown>>,
  schedules: ScheduledSpec[] = [],
  folder: string = temporaryFolder('fsxbench-synth-'),
  aspects: readonly IAspect[] = [],
): DeployedTemplates {
  const bundles = join(folder, 'bundles');
  for (const name of readdirSync('lambdas')) {
    mkdirSync(join(bundles, name), { recursive: true });
    writeFileSync(join(bundles, name, 'index.mjs'), `export const handler = '${name}';\n`);
  }
  // Keys of cdk.json for the CDK itself contain an @.
  const own = Object.fromEntries(Object.entries(context).filter(([name]) => name.startsWith('@')));
  const app = makeApp({ outdir: join(folder, 'out'), stackTraces: false, context: own });
  const settings = readSettings((name) => context[name], schedules);
  const { safety, bench } = addStacks(app, settings, readFiles(process.cwd(), bundles));
  for (const aspect of aspects) Aspects.of(app).add(aspect);
  const templates = { safety: Template.fromStack(safety), bench: Template.fromStack(bench) };
  return {
    folder: join(folder, 'out'),
    ...templates,
    stacks: { safety, bench },
    resources: {
      safety: listResources(templates.safety),
      bench: listResources(templates.bench),
    },
  };
}

/** By logical id; resources without properties have none in the template. */
function listResources(template: Template): Record<string, Resource> {
  const all = Object.entries(template.toJSON()['Resources'] as Record<string, object>);
  return Object.fromEntries(all.map(([id, one]) => [id, resolveReferences({ Properties: {}, ...one }) as Resource]));
}

/** All resources of a type, of both stacks. */
export function filterByType({ resources }: DeployedTemplates, type: string): Resource[] {
  return [...Object.values(resources.safety), ...Object.values(resources.bench)].filter((one) => one.Type === type);
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
