/**
 * Tools as fixtures, one slot a host for each, whatever copies it measures: from packages, or from a bundle of the
 * results bucket that users bring.
 */
import { type Fixture, fixtureKey } from '../shapes/fixture';
import { BUNDLES, type BundleName } from '../shapes/tool-bundles';
import type { ScriptFiles } from './contract';
import { renderScript } from './shell';

const SHELL = ['shell/clock.sh', 'shell/host.sh', 'shell/status.sh', 'shell/package.sh'];
const BUNDLE_FILES = ['clock', 'host', 'remove', 'status', 'package', 'bundle', 'bundle-install'].map(
  (name) => `shell/${name}.sh`,
);
/** For packages, from repositories that may be slow or busy; an archive has 2 GiB at most. */
const INSTALL_SECONDS = 1800;
/** Some megabytes from the bucket, unpacked and looked at. Assumed. */
const BUNDLE_SECONDS = 5;

/** By the files that it is made of: every cell asks for the same. */
const FIXTURE_CACHE = new WeakMap<ScriptFiles, Map<string, Fixture>>();

interface ToolInstall extends Pick<Fixture, 'slot' | 'roles' | 'needs' | 'expectedSeconds'> {
  readonly up: Parameters<typeof renderScript>[0];
  /** Why nothing takes it away: `fio stays installed.` */
  readonly stays: string;
}

function install({ up, stays, ...one }: ToolInstall, files: ScriptFiles): Fixture {
  const known = FIXTURE_CACHE.get(files) ?? new Map<string, Fixture>();
  FIXTURE_CACHE.set(files, known);
  const asked = JSON.stringify([one, up]);
  const found = known.get(asked);
  if (found !== undefined) return found;
  const script = renderScript(up, files);
  const made: Fixture = {
    ...one,
    key: fixtureKey(script),
    up: script,
    // It disturbs nobody, and goes with the host.
    down: renderScript({ comment: [stays], variables: {}, files: [] }, files),
    timeoutSeconds: INSTALL_SECONDS,
    downSeconds: 1,
    stays: true,
  };
  known.set(asked, made);
  return made;
}

/**
 * A tool that is installed from packages, and is found where it was installed before.
 * @param by seconds that it takes, and files of the kind that do it
 */
export function toTool(
  name: string,
  roles: readonly string[],
  by: { readonly seconds: number; readonly files: readonly string[] },
  files: ScriptFiles,
): Fixture {
  const up = { comment: [`Makes ${name} available.`], variables: {}, files: [...SHELL, ...by.files] };
  const slot = `tool/${name}`;
  return install({ slot, roles, needs: [], up, stays: `${name} stays installed.`, expectedSeconds: by.seconds }, files);
}

/**
 * A tool bundle. Its commands are in `$(bundle_path <name>)` for scripts that hold `shell/bundle.sh`.
 * @param commands those that the hosts of the roles must have
 * @param needs slots that must stand below it, e.g. that of the libraries which it is linked to
 */
export function toBundle(
  name: BundleName,
  commands: readonly string[],
  roles: readonly string[],
  needs: readonly string[],
  files: ScriptFiles,
): Fixture {
  const { title, get } = BUNDLES[name];
  const up = {
    comment: [`Makes ${title} available, from the tool bundle that was brought for this system.`],
    variables: { BUNDLE_NAME: name, BUNDLE_COMMANDS: commands.join(' '), BUNDLE_GET: get },
    files: BUNDLE_FILES,
  };
  const expectedSeconds = BUNDLE_SECONDS;
  return install(
    { slot: bundleSlot(name), roles, needs, up, stays: `${title} stay unpacked.`, expectedSeconds },
    files,
  );
}

/** The slot of a bundle. */
export function bundleSlot(name: BundleName): string {
  return `tool/${name}`;
}
