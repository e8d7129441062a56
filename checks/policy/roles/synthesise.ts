/** Synthesizes both stacks, with the names of the simulated account. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ALL_FUNCTIONS, type StackPart } from '../../../lib/shapes/machines';
import { addStacks, makeApp } from '../../../lib/stacks/app';
import { readFiles } from '../../../lib/stacks/files';
import { readSettings } from '../../../lib/stacks/settings';
import { HOOK, TOKEN } from './external';

/** The used part of a template. */
export interface Template {
  readonly Resources: Readonly<Record<string, Resource>>;
  readonly Outputs?: Readonly<Record<string, { readonly Value: unknown; readonly Export?: { readonly Name: string } }>>;
}

export interface Resource {
  readonly Type: string;
  readonly Properties?: Readonly<Record<string, unknown>>;
}

/**
 * The simulated account has stack tags with the name `fsxbench-local`, and machines and functions named `fsxbench-…`.
 * In a deployment with that name, all names but tags lose its second word.
 */
const STACK_NAME = 'fsxbench-local';
/** Names of buckets keep it: they have two hyphens. */
const NAME_PREFIX = new RegExp(`${STACK_NAME}-(?!-)`, 'g');

/** A spec with a schedule, so that the role of its schedule exists. */
const WEEKLY = { experiment: 'weekly', text: 'experiment: weekly\n', expression: 'rate(7 days)', timezone: 'UTC' };

/** External hosts of the shipped experiments. */
const MANAGED = { tagKey: 'fsxbench', tagValue: 'client' };

/** Settings with which the stacks have every type of resource; a role outside them gets a policy. */
export const ALL_TYPES = {
  dashboard: 'true',
  notifyEmail: 'team@example.org',
  managed: [{ ...MANAGED, roleArn: 'arn:aws:iam::000000000000:role/hosts' }],
};

/** Templates by their part. @param more settings */
export function synthesise(more: Readonly<Record<string, unknown>> = {}): Readonly<Record<StackPart, Template>> {
  const folder = mkdtempSync(join(tmpdir(), 'fsxbench-policies-'));
  try {
    const bundles = join(folder, 'bundles');
    for (const name of ALL_FUNCTIONS) mkdirSync(join(bundles, name), { recursive: true });
    const outdir = join(folder, 'out');
    // Validation takes half of the time; `test/stacks/stacks.nag.hosts.test.ts` validates.
    const app = makeApp({ outdir, builtinCloudFormationValidation: false });
    const given: Readonly<Record<string, unknown>> = {
      stackName: STACK_NAME,
      managed: [MANAGED],
      hooks: [HOOK],
      secrets: [{ secret: TOKEN, servers: ['https://prometheus.example.com'] }],
      ...more,
    };
    const settings = readSettings((name) => given[name], [WEEKLY]);
    const stacks = addStacks(app, settings, readFiles(process.cwd(), bundles));
    app.synth();
    const read = (part: StackPart): Template => {
      const text = readFileSync(join(outdir, stacks[part].templateFile), 'utf8');
      return JSON.parse(text.replaceAll(NAME_PREFIX, 'fsxbench-')) as Template;
    };
    return { safety: read('safety'), bench: read('bench') };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
