/**
 * A directory of this machine, or of managed hosts: on a mounted disk, or in memory. Every rig gets a separate
 * directory there, which its hosts share, and which is deleted with the rig.
 */
import * as z from 'zod';
import { listBroken, type Problem, makeProblem } from '../../shapes/problem';
import { settings } from '../../shapes/setting';
import { directory as rules } from '../rules.json';
import words from '../settings.json';
import type { Fixture } from '../../shapes/fixture';
import type { MountContext, Target } from '../contract';
import { renderParts } from '../../workloads/shell';
import {
  checkExternal,
  EXTERNAL_FIELDS,
  EXTERNAL_PERFORMANCE,
  EXTERNAL_PRICES,
  omitExternalSettings,
} from '../external-settings';
import { modelExternal } from '../external-model';
import { adviseUnknownRates } from '../external-storage';
import { FLOW_BYTES } from '../fsx-shared';
import { LEAVE_STORE_SECONDS, makeMountFixture } from '../mount-fixture';
import { ALLOWED_PATHS_TEXT, checkDataPath } from '../../workloads/protected-paths';

const directorySchema = settings(words.directory, {
  kind: z.literal('directory'),
  path: z
    .string()
    .min(1, { error: 'the path of a directory, absolute or relative to the working directory' })
    .max(1024)
    .refine(isPrintable, { error: 'a path without line breaks, tabs and other control characters' }),
  ...EXTERNAL_FIELDS,
});

export type Directory = z.output<typeof directorySchema>;

function mountDirectory(place: MountContext): Fixture {
  return makeMountFixture(place, {
    shell: [],
    up: { comment: 'Checks that the target is writable.', files: ['prepare.sh'] },
    // The data of the directory is deleted with its rig.
    down: { comment: 'Nothing is mounted here.', files: ['down.sh'] },
    expectedSeconds: 1,
    timeoutSeconds: 60,
  });
}

const MOUNTING = { schema: z.strictObject({}), diffMount: () => [] };
const PERFORMANCE = { ...EXTERNAL_PERFORMANCE, closesEarly: true } as const;

export const directory: Target<Directory, Record<string, never>> = {
  kind: 'directory',
  summary: 'A directory of this machine, e.g. on a disk or in memory.',
  local: true,
  schema: directorySchema,
  check: (config) => [...checkDirectoryPath(config), ...checkExternal(config), ...checkTelemetryToken(config)],
  change: () => ({
    kind: 'recreate',
    why: 'a directory of this machine cannot be changed: each configuration gets its own',
  }),
  identity: omitExternalSettings,
  hosts: {
    userData: ({ path }, { rigTag }, files) => {
      const comment = [`Creates the directory of rig ${rigTag}.`];
      const variables = { FSXBENCH_TARGET_PATH: path, FSXBENCH_RIG_TAG: rigTag };
      return renderParts({ comment, variables, files: ['shell/remove.sh', 'boot.sh'] }, files);
    },
  },
  mounting: { ...MOUNTING, mount: (_config, _options, place) => mountDirectory(place) },
  // A rehearsal would add nothing, because the disk can be measured immediately.
  performance: { ...PERFORMANCE, model: () => null },
  prices: EXTERNAL_PRICES,
  onManaged: {
    check: (config) => [
      ...checkManagedPath(config),
      ...checkExternal(config),
      ...checkTelemetryToken(config),
      ...adviseUnknownRates(config),
    ],
    external: {
      // A path may be the same shared storage on all hosts, so equal paths count as one store.
      stores: ({ path }) => [`directory:${path.replace(/\/+$/, '')}`],
      reaches: () => [],
    },
    mounting: { ...MOUNTING, mount: ({ path }, _options, place) => mountManagedFolder(path, place) },
    // Managed hosts may have any storage there.
    performance: { ...PERFORMANCE, model: (config) => modelExternal(config, FLOW_BYTES) },
  },
};

/** Managed hosts have no working directory. */
function checkManagedPath(config: Directory): Problem[] {
  const { path } = config;
  return path.startsWith('/') ? checkDirectoryPath(config) : [makeProblem(rules.managedPath, { path })];
}

/** Files of the shell library for scripts on managed hosts. */
const SHELL_FILES = ['clock', 'host', 'remove', 'status', 'package', 'volume', 'store'];

/** Fixture for a folder that exists on every host: the rig's folder in it takes the place of a mount. */
function mountManagedFolder(path: string, place: MountContext): Fixture {
  const variables = { STORE_FOLDER: path };
  return makeMountFixture(place, {
    shell: SHELL_FILES,
    up: {
      comment: 'Creates the folders of the rig and of the host in a folder of managed hosts.',
      variables,
      files: ['there.sh'],
    },
    down: { comment: 'Leaves a folder of managed hosts.', variables, files: ['there-down.sh'] },
    expectedSeconds: 1,
    // Leftovers of an earlier execution may have to be deleted.
    timeoutSeconds: LEAVE_STORE_SECONDS,
    leaveSeconds: LEAVE_STORE_SECONDS,
  });
}

/** Control characters break terminals and logs, and no one uses them in paths on purpose. */
function isPrintable(path: string): boolean {
  return [...path].every((character) => character >= ' ' && character !== '\u007f');
}

/** Neither this machine nor managed hosts may read secrets of a deployment. */
function checkTelemetryToken({ telemetry }: Directory): Problem[] {
  return listBroken([telemetry?.secret !== undefined, rules.token]);
}

function checkDirectoryPath({ path }: Directory): Problem[] {
  const why = path.startsWith('/') ? checkDataPath(path) : null;
  return listBroken(
    [path.startsWith('~'), rules.home, { path }],
    [why !== null, rules.place, { path, allowed: ALLOWED_PATHS_TEXT, why: why ?? '' }],
  );
}
