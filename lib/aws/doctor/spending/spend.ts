/** What may be made for so much money: the cheap first, then one small experiment, each only where a line needs it. */
import { neverShownBy } from '../probes/fsx-types';
import { OF_LONG_TRIALS } from '../probes/servers';
import { typesIn } from '../probes/shown';
import type { Answer } from '../examine';
import type { Finding } from '../finding';
import { couldNotLook, untried } from '../finding';
import type { Patient } from '../patient';
import { lookAt, patientOf } from '../visit';
import { ROOT_ENCRYPTED } from '../probes/experiment';
import { planOf, runSmall, type Small } from './experiment';
import { MAKERS } from './small';

/** What was spent and what became of it. */
export interface Spent {
  /** The limit that was given, US dollars. */
  readonly limitUsd: number;
  /** At most spent, by prices of the price book: bounds of small things, and what the experiment kept for how long. */
  readonly usd: number;
  /** What could not be shown to be gone. */
  readonly left: readonly string[];
  /** What the limit was too small for. */
  readonly refused: readonly string[];
}

export interface Spending {
  readonly limitUsd: number;
  /** Part of every name that is given; letters, digits and `-`. */
  readonly id: string;
  readonly small: Small | null;
  readonly tell: (line: string) => void;
  readonly interrupted: AbortSignal;
}

/** Answers again what could not be tried without making something. */
export async function spend(
  patient: Patient,
  answers: readonly Answer[],
  spending: Spending,
): Promise<{ answers: Answer[]; spent: Spent }> {
  const now = new Map(answers.map((one) => [one.guess.id, one]));
  const change = (id: string, finding: Finding): void => {
    const one = now.get(id);
    if (one !== undefined) now.set(id, { ...one, ...finding, needsDeployment: false });
  };
  let usd = 0;
  const [left, refused]: [string[], string[]] = [[], []];
  if (patient.deployment.safety !== null && patient.deployment.bench !== null) {
    for (const { guess } of answers) {
      const { proof, id } = guess;
      const make = MAKERS[id];
      if (proof.by !== 'spending' || make === undefined || spending.interrupted.aborted) continue;
      if (usd + proof.usd > spending.limitUsd) {
        refused.push(`${id} ($${proof.usd.toFixed(2)})`);
        change(id, untried(`costs at most $${proof.usd.toFixed(2)}: more than is left of --spend`));
        continue;
      }
      spending.tell(`${id}: at most $${proof.usd.toFixed(2)}`);
      usd += proof.usd;
      const made = await make(patient, spending.id).catch((error: unknown) => ({
        finding: couldNotLook(error),
        left: [],
      }));
      change(id, made.finding);
      left.push(...made.left);
    }
    const more = await experiment(patient, [...now.values()], { ...spending, limitUsd: spending.limitUsd - usd });
    usd += more.usd;
    left.push(...more.left);
    refused.push(...more.refused);
    for (const [id, finding] of more.findings) change(id, finding);
  }
  const all = answers.map((one) => now.get(one.guess.id) ?? one);
  return { answers: all, spent: { limitUsd: spending.limitUsd, usd, left, refused } };
}

interface More {
  readonly usd: number;
  readonly left: readonly string[];
  readonly refused: readonly string[];
  readonly findings: ReadonlyMap<string, Finding>;
}

/** The small experiment, where a line is open that it may answer. */
async function experiment(patient: Patient, answers: readonly Answer[], spending: Spending): Promise<More> {
  const nothing: More = { usd: 0, left: [], refused: [], findings: new Map() };
  const whole = spending.small === null ? null : planOf(spending.small, patient, Number.POSITIVE_INFINITY);
  const never = [...OF_LONG_TRIALS, ...(whole === null ? [] : neverShownBy(typesIn(whole.plan)))];
  const open = answers.filter(
    ({ guess, state }) => guess.proof.by === 'experiment' && state === 'not tried' && !never.includes(guess.id),
  );
  if (open.length === 0 || spending.interrupted.aborted) return nothing;
  const all = (finding: Finding): More['findings'] => new Map(open.map(({ guess }) => [guess.id, finding]));
  const { small } = spending;
  if (small === null)
    return { ...nothing, findings: all(untried('this Region has no prices: no budget could be kept')) };
  const planned = planOf(small, patient, spending.limitUsd);
  if (planned === null) {
    const most = whole?.plan.estimate.usd ?? Number.NaN;
    const text = `the small experiment for ${open.length} lines (estimate $${most.toFixed(2)})`;
    return { ...nothing, refused: [text], findings: all(untried(`more than is left of --spend: ${text}`)) };
  }
  try {
    const ran = await runSmall(patient, {
      ...planned,
      id: spending.id,
      interrupted: spending.interrupted,
      live: [{ id: 'root-encrypted', ask: (one) => ROOT_ENCRYPTED(one, patient) }],
      tell: (status, usd) => spending.tell(`experiment: ${status}, at most $${usd.toFixed(2)} so far`),
    });
    const { calls, place, deployment } = patient;
    const again = await lookAt(
      patientOf(calls, place, deployment, patient),
      open.map(({ guess }) => guess),
    );
    const findings = new Map<string, Finding>(again.map(({ guess, state, saw }) => [guess.id, { state, saw }]));
    for (const [id, finding] of ran.live) if (findings.get(id)?.state !== 'holds') findings.set(id, finding);
    return { usd: ran.usd, left: ran.left, refused: [], findings };
  } catch (error) {
    // Nothing was started: all after the start is looked at until it is over.
    return { ...nothing, findings: all(couldNotLook(error)) };
  }
}
