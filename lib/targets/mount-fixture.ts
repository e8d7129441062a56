/** A mount as a fixture: one slot for all that hosts have of one copy. */
import { type Fixture, fixtureKey } from '../shapes/fixture';
import { withCopy, renderScript, type ScriptParts } from '../workloads/shell';
import type { MountContext } from './contract';

/**
 * One volume is unmounted within: five tries of a minute, each killed 5 s later, and 20 s between them, as
 * `workloads/shell/volume.sh` has them; the rest is for its script.
 */
const UNMOUNT_SECONDS = 5 * 65 + 20 + 15;
/** One volume that is left: a try of ten seconds, one that does not ask its server, each killed 5 s later. */
const LEAVE_SECONDS = 2 * 15;

/**
 * The same of a store that others own: what the rig has put there goes first, five tries of ten minutes and the pauses
 * between them (`workloads/shell/store.sh`).
 */
export const LEAVE_STORE_SECONDS = 5 * 605 + 10 + LEAVE_SECONDS;

/** A script of a kind, beside the shell library. Nothing of the rig is in it: equal configurations have equal ones. */
interface MountScript {
  /** For a person who reads it. */
  readonly comment: string;
  readonly variables?: ScriptParts['variables'];
  /** Files of the kind. */
  readonly files: readonly string[];
}

/** Scripts of a kind that mount and unmount it, and the seconds of the first: as expected, and until it is given up. */
export interface MountScripts {
  /** Files of the shell library that both begin with: `clock` is `shell/clock.sh`. */
  readonly shell: readonly string[];
  readonly up: MountScript;
  readonly down: MountScript;
  readonly expectedSeconds: number;
  readonly timeoutSeconds: number;
  /** Volumes that are unmounted one after the other. Left out: one. */
  readonly volumes?: number;
  /** Until it is given up to leave it for good, seconds. Left out: as long as unmounting its volumes takes. */
  readonly leaveSeconds?: number;
}

/** The slot that holds what is mounted for a copy. */
function mountSlot(copy: string): string {
  return `mount/${copy}`;
}

/** The fixture of a mount. Its script says all that makes one mount another, so the key is made of it. */
export function mountFixture({ copy, roles, files: texts }: MountContext, scripts: MountScripts): Fixture {
  const shell = scripts.shell.map((name) => `shell/${name}.sh`);
  const render = ({ comment, variables = {}, files }: MountScript): string =>
    withCopy(renderScript({ comment: [comment], variables, files: [...shell, ...files] }, texts), copy);
  const up = render(scripts.up);
  const { expectedSeconds, timeoutSeconds, volumes = 1, leaveSeconds = LEAVE_SECONDS * volumes } = scripts;
  return {
    slot: mountSlot(copy),
    key: fixtureKey(up),
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
