/** Entry point of the CDK app: settings from the context, files of this checkout, both stacks. */
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readScheduledSpecs } from '../lib/cli/scheduled-specs';
import { addStacks, makeApp } from '../lib/stacks/app';
import { readFiles } from '../lib/stacks/files';
import { readSettings } from '../lib/stacks/settings';

/** Errors that the user can fix: their message is enough. */
const USER_ERRORS = ['SettingsInvalid', 'MachineFilesInvalid'];

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const app = makeApp();

/** `-c schedules=a.yaml,b.yaml`, relative to the current folder. */
function getSchedulePaths(): string[] {
  const given: unknown = app.node.tryGetContext('schedules');
  return typeof given === 'string' ? given.split(',').filter((file) => file !== '') : [];
}

/** The CDK sets these variables from its credentials (CDK guide, Environments); the stacks do not require them. */
function readCdkDefaults(): { account?: string; region?: string } {
  const { CDK_DEFAULT_ACCOUNT: account, CDK_DEFAULT_REGION: region } = process.env;
  return { ...(account === undefined ? {} : { account }), ...(region === undefined ? {} : { region }) };
}

async function synthesise(): Promise<void> {
  const { region } = readCdkDefaults();
  const { specs, faults } = await readScheduledSpecs({ root, cwd: process.cwd() }, getSchedulePaths(), region);
  if (faults !== '') {
    process.stderr.write(faults);
    process.exitCode = 1;
    return;
  }
  const settings = readSettings(
    (name) => app.node.tryGetContext(name) as unknown,
    specs,
    readCdkDefaults(),
    Object.keys(app.node.getAllContext() as object),
  );
  addStacks(app, settings, readFiles(root));
  app.synth();
}

synthesise().catch((error: unknown) => {
  if (!(error instanceof Error) || !USER_ERRORS.includes(error.name)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});
