/** A mount as a fixture: one slot for all that hosts have of one copy. */
import { type Fixture, fixtureKey } from '../shapes/fixture';
import { onCopy } from '../workloads/shell';
import type { MountPlace } from './contract';

/** Scripts of a kind that mount and unmount it, and the seconds of the first: as expected, and until it is given up. */
export interface MountScripts {
  readonly up: string;
  readonly down: string;
  readonly expectedSeconds: number;
  readonly timeoutSeconds: number;
}

/** The slot that holds what is mounted for a copy. */
function mountSlot(copy: string): string {
  return `mount/${copy}`;
}

/** The fixture of a mount. Its script says all that makes one mount another, so the key is made of it. */
export function mountFixture({ copy, roles }: MountPlace, scripts: MountScripts): Fixture {
  const up = onCopy(scripts.up, copy);
  const { expectedSeconds, timeoutSeconds } = scripts;
  return {
    slot: mountSlot(copy),
    key: fixtureKey(up),
    roles,
    needs: [],
    up,
    down: onCopy(scripts.down, copy),
    expectedSeconds,
    timeoutSeconds,
    stays: true,
  };
}
