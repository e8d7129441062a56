/** Entry point of the CDK app: settings from the context, files of this checkout, both stacks. */
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readScheduledSpecs } from '../lib/cli/schedules/scheduled-specs';
import { listRefusedStarts } from '../lib/cli/schedules/scheduled-starts';
import { addStacks, makeApp } from '../lib/stacks/app';
import { readFiles } from '../lib/stacks/files';
import { readSchedulePaths, readSettings } from '../lib/stacks/settings';

/** Errors that the user can fix: their message is enough. */
const USER_ERRORS = ['SettingsInvalid', 'MachineFilesInvalid'];

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const app = makeApp();

/** The CDK sets these variables from its credentials (CDK guide, Environments); the stacks do not require them. */
function readCdkDefaults(): { account?: string; region?: string } {
  const { CDK_DEFAULT_ACCOUNT: account, CDK_DEFAULT_REGION: region } = process.env;
  return { ...(account === undefined ? {} : { account }), ...(region === undefined ? {} : { region }) };
}

async function synthesise(): Promise<void> {
  const context = (name: string): unknown => app.node.tryGetContext(name) as unknown;
  const here = readCdkDefaults();
  // Paths are relative to the current folder.
  const paths = readSchedulePaths(context('schedules'));
  const { specs, faults, advice } = await readScheduledSpecs({ root, cwd: process.cwd() }, paths, here.region);
  process.stderr.write(`${faults}${advice}`);
  const settings = readSettings(context, specs, here, Object.keys(app.node.getAllContext() as object));
  const refused = listRefusedStarts(specs, settings);
  process.stderr.write(refused.map((text) => `${text}\n`).join(''));
  if (faults !== '' || refused.length > 0) {
    process.exitCode = 1;
    return;
  }
  addStacks(app, settings, readFiles(root));
  app.synth();
}

synthesise().catch((error: unknown) => {
  if (!(error instanceof Error) || !USER_ERRORS.includes(error.name)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});
