/** Makes mounts fixtures: all mounts of a target instance share one slot. */
import { type Fixture, makeFixtureKey } from '../shapes/fixture';
import { bindToTarget, renderScript, type ScriptParts } from '../workloads/shell';
import type { MountContext } from './contract';

/**
 * Timeout to unmount one volume: five attempts of a minute, each killed 5 s later, with 20 s of pauses
 * (`workloads/shell/volume.sh`), and 15 s for the script.
 */
const UNMOUNT_SECONDS = 5 * 65 + 20 + 15;
/** Timeout to unmount before deletion: one attempt of 10 s, one without its server, each killed 5 s later. */
const LEAVE_SECONDS = 2 * 15;

/** Timeout to leave external storage: five ten-minute deletes, with pauses (`workloads/shell/store.sh`). */
export const LEAVE_STORE_SECONDS = 5 * 605 + 10 + LEAVE_SECONDS;

/** A script of a kind, after the shell library. It contains no rig data, so equal configurations have equal scripts. */
interface MountScript {
  readonly comment: string;
  readonly variables?: ScriptParts['variables'];
  /** Files of the kind. */
  readonly files: readonly string[];
}

/** Mount and unmount scripts of a kind, with the expected duration and timeout of the mount. */
export interface MountScripts {
  /** Files of the shell library for both scripts: `clock` is `shell/clock.sh`. */
  readonly shell: readonly string[];
  readonly up: MountScript;
  readonly down: MountScript;
  readonly expectedSeconds: number;
  readonly timeoutSeconds: number;
  /** Number of volumes to unmount, in sequence. Default: one. */
  readonly volumes?: number;
  /** Timeout of the final unmount, seconds. Default: the timeout of unmounting its volumes. */
  readonly leaveSeconds?: number;
}

/** The fixture of a mount. Its key is derived from its script, which contains all differences between mounts. */
export function makeMountFixture({ copy, roles, files: texts }: MountContext, scripts: MountScripts): Fixture {
  const shell = scripts.shell.map((name) => `shell/${name}.sh`);
  const render = ({ comment, variables = {}, files }: MountScript): string =>
    bindToTarget(renderScript({ comment: [comment], variables, files: [...shell, ...files] }, texts), copy);
  const up = render(scripts.up);
  const { expectedSeconds, timeoutSeconds, volumes = 1, leaveSeconds = LEAVE_SECONDS * volumes } = scripts;
  return {
    slot: `mount/${copy}`,
    key: makeFixtureKey(up),
    roles,
    needs: [],
    up,
    down: render(scripts.down),
    expectedSeconds,
    timeoutSeconds,
    downSeconds: UNMOUNT_SECONDS * volumes,
    leaveSeconds,
    stays: true,
  };
}
