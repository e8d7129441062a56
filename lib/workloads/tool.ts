/** Tools as fixtures, each with one slot per host: from packages, or from a bundle that users upload to the bucket. */
import { type Fixture, makeFixtureKey } from '../shapes/fixture';
import { BUNDLES, type BundleName } from '../shapes/tool-bundles';
import type { ScriptFiles } from './contract';
import { renderScript } from './shell';

const SHELL_SCRIPTS = ['shell/clock.sh', 'shell/host.sh', 'shell/status.sh', 'shell/package.sh'];
const BUNDLE_FILES = ['clock', 'host', 'remove', 'status', 'package', 'bundle', 'bundle-install'].map(
  (name) => `shell/${name}.sh`,
);
/** Time limit: package repositories may be slow, and bundles may have 2 GiB. */
const INSTALL_SECONDS = 1800;
/** Seconds to download, unpack and check some megabytes. Assumed. */
const BUNDLE_SECONDS = 5;

/** Cache: every configuration requests the same tools, which are rendered once per set of files. */
const FIXTURE_CACHE = new WeakMap<ScriptFiles, Map<string, Fixture>>();

interface ToolInstall extends Pick<Fixture, 'slot' | 'roles' | 'needs' | 'expectedSeconds'> {
  readonly up: Parameters<typeof renderScript>[0];
  /** Comment of the `down` script: `fio stays installed.` */
  readonly stays: string;
}

function createToolFixture({ up, stays, ...one }: ToolInstall, files: ScriptFiles): Fixture {
  const known = FIXTURE_CACHE.get(files) ?? new Map<string, Fixture>();
  FIXTURE_CACHE.set(files, known);
  const cacheKey = JSON.stringify([one, up]);
  const found = known.get(cacheKey);
  if (found !== undefined) return found;
  const script = renderScript(up, files);
  const fixture: Fixture = {
    ...one,
    key: makeFixtureKey(script),
    up: script,
    // An installed tool does no harm, and disappears with the host.
    down: renderScript({ comment: [stays], variables: {}, files: [] }, files),
    timeoutSeconds: INSTALL_SECONDS,
    downSeconds: 1,
    stays: true,
  };
  known.set(cacheKey, fixture);
  return fixture;
}

/**
 * A tool from packages. An installed tool is reused.
 * @param by expected seconds, script files and variables of the kind
 */
export function createPackageFixture(
  name: string,
  roles: readonly string[],
  by: {
    readonly seconds: number;
    readonly files: readonly string[];
    readonly variables?: Readonly<Record<string, string>>;
  },
  files: ScriptFiles,
): Fixture {
  const { variables = {} } = by;
  const up = { comment: [`Makes ${name} available.`], variables, files: [...SHELL_SCRIPTS, ...by.files] };
  const slot = `tool/${name}`;
  return createToolFixture(
    { slot, roles, needs: [], up, stays: `${name} stays installed.`, expectedSeconds: by.seconds },
    files,
  );
}

/**
 * A tool bundle. Scripts that include `shell/bundle.sh` find its commands in `$(bundle_path <name>)`.
 * @param commands commands that the bundle must contain
 * @param needs slots on which it depends, e.g. libraries
 */
export function createBundleFixture(
  name: BundleName,
  commands: readonly string[],
  roles: readonly string[],
  needs: readonly string[],
  files: ScriptFiles,
): Fixture {
  const { title, get } = BUNDLES[name];
  const up = {
    comment: [`Makes ${title} available, using the tool bundle for this system.`],
    variables: { BUNDLE_NAME: name, BUNDLE_COMMANDS: commands.join(' '), BUNDLE_GET: get },
    files: BUNDLE_FILES,
  };
  const expectedSeconds = BUNDLE_SECONDS;
  return createToolFixture(
    { slot: getBundleSlot(name), roles, needs, up, stays: `${title} stay unpacked.`, expectedSeconds },
    files,
  );
}

export function getBundleSlot(name: BundleName): string {
  return `tool/${name}`;
}
