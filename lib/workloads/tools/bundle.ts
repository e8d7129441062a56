/** Tools that users bring, as fixtures: as `tool`, but from a bundle of the results bucket. */
import { type Fixture, fixtureKey } from '../../shapes/fixture';
import { BUNDLES, type BundleName } from '../../shapes/tool-bundles';
import type { ScriptFiles } from '../contract';
import { renderScript } from '../shell';

const PARTS = ['clock', 'host', 'remove', 'status', 'package', 'bundle', 'bundle-install'].map(
  (name) => `shell/${name}.sh`,
);
/** Some megabytes from the bucket, unpacked and looked at. Assumed. */
const EXPECTED_SECONDS = 5;
/** An archive has 2 GiB at most; `tar` and `xz` may have to be installed first. */
const INSTALL_SECONDS = 1800;

/** By the files that it is made of: every cell asks for the same. */
const KNOWN = new WeakMap<ScriptFiles, Map<string, Fixture>>();

/**
 * A tool bundle that stands in the slot `tool/<name>`. Its commands are in `$(bundle_path <name>)` for scripts that
 * hold `shell/bundle.sh`.
 * @param commands those that the hosts of the roles must have
 * @param needs slots that must stand below it, e.g. that of the libraries which it is linked to
 */
export function bundle(
  name: BundleName,
  commands: readonly string[],
  roles: readonly string[],
  needs: readonly string[],
  files: ScriptFiles,
): Fixture {
  const known = KNOWN.get(files) ?? new Map<string, Fixture>();
  KNOWN.set(files, known);
  const key = JSON.stringify([name, commands, roles, needs]);
  const made = known.get(key) ?? bundleOf(name, commands, roles, needs, files);
  known.set(key, made);
  return made;
}

/** The slot of a bundle. */
export function bundleSlot(name: BundleName): string {
  return `tool/${name}`;
}

function bundleOf(
  name: BundleName,
  commands: readonly string[],
  roles: readonly string[],
  needs: readonly string[],
  files: ScriptFiles,
): Fixture {
  const { title, get } = BUNDLES[name];
  const variables = { BUNDLE_NAME: name, BUNDLE_COMMANDS: commands.join(' '), BUNDLE_GET: get };
  const comment = [`Makes ${title} available, from the tool bundle that was brought for this system.`];
  const up = renderScript({ comment, variables, files: PARTS }, files);
  return {
    slot: bundleSlot(name),
    key: fixtureKey(up),
    roles,
    needs,
    up,
    // It disturbs nobody, and goes with the folder of the host.
    down: renderScript({ comment: [`${title} stay unpacked.`], variables: {}, files: [] }, files),
    expectedSeconds: EXPECTED_SECONDS,
    timeoutSeconds: INSTALL_SECONDS,
    downSeconds: 1,
    stays: true,
  };
}
