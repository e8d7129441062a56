/** Tools as fixtures: one slot a host for each, whatever copies it measures. */
import { type Fixture, fixtureKey } from '../shapes/fixture';
import type { ScriptFiles } from './contract';
import { renderScript } from './shell';

const SHELL = ['shell/clock.sh', 'shell/host.sh', 'shell/status.sh', 'shell/package.sh'];
/** For packages, from repositories that may be slow or busy; expected are the seconds that the kind tells. */
const INSTALL_SECONDS = 1800;

/** By the files that it is made of: every cell asks for the same. */
const KNOWN = new WeakMap<ScriptFiles, Map<string, Fixture>>();

/**
 * A tool that is installed from packages, and is found where it was installed before.
 * @param install seconds that it takes, and files of the kind that do it
 */
export function tool(
  name: string,
  roles: readonly string[],
  install: { readonly seconds: number; readonly files: readonly string[] },
  files: ScriptFiles,
): Fixture {
  const known = KNOWN.get(files) ?? new Map<string, Fixture>();
  KNOWN.set(files, known);
  const key = JSON.stringify([name, roles, install]);
  const made = known.get(key) ?? toolOf(name, roles, install, files);
  known.set(key, made);
  return made;
}

function toolOf(
  name: string,
  roles: readonly string[],
  install: { readonly seconds: number; readonly files: readonly string[] },
  files: ScriptFiles,
): Fixture {
  const comment = [`Makes ${name} available.`];
  const up = renderScript({ comment, variables: {}, files: [...SHELL, ...install.files] }, files);
  return {
    slot: `tool/${name}`,
    key: fixtureKey(up),
    roles,
    needs: [],
    up,
    // Packages disturb nobody, and the host ends with the rig.
    down: renderScript({ comment: [`${name} stays installed.`], variables: {}, files: [] }, files),
    expectedSeconds: install.seconds,
    timeoutSeconds: INSTALL_SECONDS,
    downSeconds: 1,
    stays: true,
  };
}
