/** The doctor's answers as text for people and as a document for machines. Pure. */
import type { Answer } from '../../aws/doctor/visit';
import { groupBy } from '../../shapes/group';

/** What was examined. */
export interface Examined {
  readonly account: string;
  readonly region: string;
  readonly caller: string;
  readonly stack: string;
  /** Names of the stacks that are deployed. */
  readonly deployed: readonly string[];
  /** Where answers came from in the place of AWS. */
  readonly endpoint?: string | undefined;
  /** Commands that start a small experiment; absent where one has ended, or nothing is deployed. */
  readonly startOne?: string | undefined;
}

const STATES = ['holds', 'does not hold', 'not tried'] as const;
/** As wide as the longest state. */
const WIDTH = 13;

export function counts(answers: readonly Answer[]): Readonly<Record<(typeof STATES)[number], number>> {
  const of = (state: Answer['state']): number => answers.filter((one) => one.state === state).length;
  return { holds: of('holds'), 'does not hold': of('does not hold'), 'not tried': of('not tried') };
}

/** The whole text, a group after the other, and what to do at the end. */
export function doctorText(examined: Examined, answers: readonly Answer[]): string {
  const { account, region, caller, stack, deployed, endpoint } = examined;
  const head = [
    ...(endpoint === undefined ? [] : [`NOT AWS: all answers come from ${endpoint}; they prove nothing about AWS.`]),
    `Account ${account}, ${region}, as ${caller}`,
    deployed.length === 0
      ? `No deployment '${stack}' here: what needs one is not tried. npx cdk deploy --all`
      : `Deployment '${stack}': ${deployed.join(', ')}`,
  ];
  const parts = [...groupBy(answers, ({ group }) => group)].map(
    ([title, lines]) => `\n${title}\n${lines.map(lineText).join('')}`,
  );
  return `${head.join('\n')}\n${parts.join('')}\n${closing(answers, examined)}`;
}

function lineText(one: Answer): string {
  const { guess, state, saw } = one;
  const indent = ' '.repeat(WIDTH + 4);
  const more = {
    holds: [],
    'does not hold': [`so:     ${plain(guess.ifWrong)}`, `change: ${plain(guess.change)}`],
    'not tried': one.needsDeployment ? [] : [`by hand: ${plain(guess.byHand)}`],
  }[state];
  const lines = [`  ${state.padEnd(WIDTH)}  ${guess.id}: ${plain(guess.guess)}`, `${indent}${saw}`];
  return [...lines, ...more.map((line) => `${indent}${line}`)].map((line) => `${line}\n`).join('');
}

function closing(answers: readonly Answer[], { startOne }: Examined): string {
  const { holds, 'does not hold': wrong, 'not tried': open } = counts(answers);
  const waiting = answers.filter(({ needsDeployment }) => needsDeployment).length;
  const lines = [
    `${holds} hold, ${wrong} ${wrong === 1 ? 'does' : 'do'} not hold, ${open} not tried` +
      `${waiting === 0 ? '' : ` (${waiting} need a deployment)`}.`,
  ];
  if (startOne !== undefined)
    lines.push(`No experiment has ended here, off which lines are read. A small one: ${startOne}`);
  lines.push('Nothing was made and nothing was spent.');
  return `${lines.join('\n')}\n`;
}

/** Markdown of the page, as a terminal shows it. */
function plain(text: string): string {
  return text.replaceAll('`', '');
}

/** To send back: everything, without colours. */
export function doctorDocument(examined: Examined, answers: readonly Answer[]): unknown {
  return {
    schemaVersion: 1,
    ...examined,
    counts: counts(answers),
    lines: answers.map(({ group, guess, state, saw, needsDeployment }) => ({
      id: guess.id,
      group,
      guess: guess.guess,
      state,
      saw,
      ...(state === 'does not hold' ? { ifWrong: guess.ifWrong, change: guess.change } : {}),
      ...(state === 'not tried' ? { byHand: guess.byHand, needsDeployment } : {}),
    })),
  };
}
