/** Every kind of trouble at every place of an execution. */
import type { Place } from './place';
import { broken, play, tidied } from './play';
import { type Kind, listening, troubleAt } from './troubles';

export interface Found {
  /** Cases by kind of trouble. */
  readonly cases: Readonly<Record<Kind, number>>;
  /** Cases in which the guardian did not do it alone. */
  readonly janitor: number;
  /** Aborts after which the experiment, or its guardian, was really ABORTED. */
  readonly aborted: number;
  readonly complaints: readonly string[];
}

/** @returns complaints about each case that did not end with a clean receipt and nothing left */
export async function matrix(spec: string): Promise<Found> {
  const { trouble, calls, tasks, handlers } = listening();
  const complaints = (await broken(await play(spec, trouble))).map((text) => `without any trouble: ${text}`);
  const all = calls.places((name) => handlers.has(name));
  const kinds: Record<Kind, readonly Place[]> = {
    abort: all,
    silence: tasks.places(),
    'time-out': all.filter(({ handler }) => handler),
    lost: all,
  };
  let [janitor, aborted] = [0, 0];
  for (const kind of ['abort', 'silence', 'time-out', 'lost'] as const) {
    for (const place of kinds[kind]) {
      const name = `${kind} at ${place.name}, ${place.nth}`;
      const { trouble: one, struck } = troubleAt(kind, place);
      const scene = await play(spec, one);
      const { found, passes } = await tidied(scene);
      if (passes > 0) janitor += 1;
      if (kind === 'abort' && scene.world.account.sfn.executions().some(({ status }) => status === 'ABORTED'))
        aborted += 1;
      if (!struck()) complaints.push(`${name}: never came`);
      complaints.push(...found.map((text) => `${name}: ${text}`));
    }
  }
  const cases = { abort: 0, silence: 0, 'time-out': 0, lost: 0 };
  for (const kind of Object.keys(cases) as Kind[]) cases[kind] = kinds[kind].length;
  return { cases, janitor, aborted, complaints };
}
