/** Entry point of the CDK app: settings from the context, files of this checkout, both stacks. */
import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { addStacks, makeApp } from '../lib/stacks/app';
import { readFiles } from '../lib/stacks/files';
import { scheduledSpec } from '../lib/stacks/schedules/scheduled-specs';
import { readSettings } from '../lib/stacks/settings';

/** Errors that are a user's to mend: their message says it all. */
const MENDABLE = ['SettingsInvalid', 'MachineFilesInvalid'];

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const app = makeApp();

/** `-c schedules=a.yaml,b.yaml`, paths from the current folder. */
function scheduled(): ReturnType<typeof scheduledSpec>[] {
  const given: unknown = app.node.tryGetContext('schedules');
  const files = typeof given === 'string' ? given.split(',').filter((file) => file !== '') : [];
  return files.map((file) => scheduledSpec(file, readFileSync(resolve(file), 'utf8')));
}

/** The CDK sets these to what its credentials are of (CDK guide, Environments); no stack is bound to them. */
function here(): { account?: string; region?: string } {
  const { CDK_DEFAULT_ACCOUNT: account, CDK_DEFAULT_REGION: region } = process.env;
  return { ...(account === undefined ? {} : { account }), ...(region === undefined ? {} : { region }) };
}

try {
  addStacks(
    app,
    readSettings((name) => app.node.tryGetContext(name) as unknown, scheduled(), here()),
    readFiles(root),
  );
  app.synth();
} catch (error) {
  if (!(error instanceof Error) || !MENDABLE.includes(error.name)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
