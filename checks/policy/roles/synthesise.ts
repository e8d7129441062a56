/** Both stacks synthesised, with names as the modelled account has them. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ALL_FUNCTIONS, type StackPart } from '../../../lib/shapes/machines';
import { addStacks, makeApp } from '../../../lib/stacks/app';
import { readFiles } from '../../../lib/stacks/files';
import { readSettings } from '../../../lib/stacks/settings';
import { HOOK } from './hook';

/** What of a template is looked at. */
export interface Template {
  readonly Resources: Readonly<Record<string, Resource>>;
  readonly Outputs?: Readonly<Record<string, { readonly Value: unknown; readonly Export?: { readonly Name: string } }>>;
}

export interface Resource {
  readonly Type: string;
  readonly Properties?: Readonly<Record<string, unknown>>;
}

/**
 * The modelled account tags with the stack name `fsxbench-local`, and calls machines and functions `fsxbench-…`.
 * Deployed under that name, all but tags lose its second word.
 */
const STACK_NAME = 'fsxbench-local';

/** A spec that starts by itself, so that its schedule's role is made. */
const WEEKLY = { experiment: 'weekly', text: 'experiment: weekly\n', expression: 'rate(7 days)', timezone: 'UTC' };

/** Hosts of others that the shipped experiments name. */
const MANAGED = { tagKey: 'fsxbench', tagValue: 'client' };

/** Templates by the part that they are of. */
export function synthesise(): Readonly<Record<StackPart, Template>> {
  const folder = mkdtempSync(join(tmpdir(), 'fsxbench-policies-'));
  try {
    const bundles = join(folder, 'bundles');
    for (const name of ALL_FUNCTIONS) mkdirSync(join(bundles, name), { recursive: true });
    const outdir = join(folder, 'out');
    const app = makeApp({ outdir });
    const given: Readonly<Record<string, unknown>> = { stackName: STACK_NAME, managed: [MANAGED], hooks: [HOOK] };
    const settings = readSettings((name) => given[name], [WEEKLY]);
    const stacks = addStacks(app, settings, readFiles(process.cwd(), bundles));
    app.synth();
    const read = (part: StackPart): Template => {
      const text = readFileSync(join(outdir, stacks[part].templateFile), 'utf8');
      return JSON.parse(text.replaceAll(`${STACK_NAME}-`, 'fsxbench-')) as Template;
    };
    return { safety: read('safety'), bench: read('bench') };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
