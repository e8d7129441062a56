/** Names of executions: what belongs to whom, and that the machines name what they start by the same forms. */
import jsonata from 'jsonata';
import {
  joinName,
  EXECUTION_ID_PATTERN,
  EXECUTION_NAME_PATTERN,
  parseExecutionId,
  isOwnedBy,
  isShortenedId,
  findMachine,
  NAME_MAX_LENGTH,
  parseParts,
  makeRecoveryName,
  findRig,
  toExecutionId,
} from '../../lib/shapes/execution-names';
import { getMachinePlaceholder, type MachineName } from '../../lib/shapes/machines';
import { readMachineText } from '../../lib/machine-files/source';
import { ALL_MACHINES } from '../../lib/shapes/machines';

const LONGEST = 'e'.repeat(48);

it.each(['night-1', '_night_1', 'a', LONGEST, 'ends_'])('accepts %s as the name of an execution', (name) => {
  expect(EXECUTION_ID_PATTERN.test(name)).toBe(true);
  expect([parseExecutionId(name), parseParts(name)]).toEqual([name, []]);
});

it('shortens a long execution name to a stable id of 48 characters, unique to the name', () => {
  const name = '9c1d6d4c-2f6e-4a0b-9f7e-0a1b2c3d4e5f_1f2e3d4c-5b6a-7988-a7b6-c5d4e3f2a1b0';
  const id = toExecutionId(name);
  expect([id.length, id.slice(0, 40), toExecutionId(name), isShortenedId(id)]).toEqual([
    48,
    `${name.slice(0, 39)}-`,
    id,
    true,
  ]);
  expect(EXECUTION_ID_PATTERN.test(id)).toBe(true);
  expect(toExecutionId(`${name.slice(0, -1)}1`)).not.toBe(id);
  expect([toExecutionId(LONGEST), isShortenedId(LONGEST), isShortenedId('night-0123abcd')]).toEqual([
    LONGEST,
    false,
    false,
  ]);
});

it.each(['', `${LONGEST}e`, 'night.1', 'night 1', 'night__1', 'näht', 'a/b'])(
  "refuses '%s' as the name of an execution",
  (name) => {
    expect(EXECUTION_ID_PATTERN.test(name)).toBe(false);
  },
);

it.each([
  ['night-1__r1', 'night-1', ['r1'], 'r1'],
  ['night_1__r12__t0001__a2__1__0', 'night_1', ['r12', 't0001', 'a2', '1', '0'], 'r12'],
  ['night___r1', 'night_', ['r1'], 'r1'],
  ['night__recover__3', 'night', ['recover', '3'], null],
])('parses %s as the name of a child of execution %s', (name, executionId, parts, rig) => {
  expect([parseExecutionId(name), parseParts(name), findRig(name)]).toEqual([executionId, parts, rig]);
  expect(isOwnedBy(name, executionId)).toBe(true);
});

it.each([
  ['night___r1', 'night'],
  ['night2__r1', 'night'],
  ['my-night__r1', 'night'],
])('rejects %s as the name of a child of execution %s', (name, executionId) => {
  expect(isOwnedBy(name, executionId)).toBe(false);
});

interface StartState {
  readonly machine: MachineName;
  readonly state: string;
  readonly name: string;
  readonly starts: string;
}

/** Every state of a machine file that starts another machine under a name. */
function listStartStates(machine: MachineName, value: unknown, state = ''): StartState[] {
  if (typeof value !== 'object' || value === null) return [];
  const { Name, StateMachineArn } = { ...(value as { Arguments?: object }).Arguments } as Record<string, string>;
  const own =
    Name === undefined || StateMachineArn === undefined
      ? []
      : [{ machine, state, name: Name, starts: StateMachineArn }];
  return [...own, ...Object.entries(value).flatMap(([key, inner]) => listStartStates(machine, inner, key))];
}

const STARTS = ALL_MACHINES.flatMap((machine) =>
  listStartStates(machine, JSON.parse(readMachineText(process.cwd(), machine))),
);
const RIG = joinName(LONGEST, 'r99');
/** The longest that each machine may work with: 99 rigs, 99 batches, 9,999 trials, 9 tries of a start. */
const VALUES = {
  rigTag: RIG,
  rounds: 5,
  reads: 10,
  told: true,
  in: { executionId: LONGEST },
  attempt: 3,
  next: 0,
  plan: { executionId: LONGEST },
  doc: { rigTag: RIG, batches: [{ batch: 99 }] },
  nth: 0,
  copy: { copy: 'c99', requests: [{ id: 'volume99' }] },
  trial: { trial: 't9999', copy: 'c99' },
  pending: { trial: 't9999' },
  states: {
    input: { names: [LONGEST], executionId: LONGEST, rig: 'r99', index: 99, batch: 99, copy: 'c99', id: 'volume99' },
    context: { Execution: { Name: makeRecoveryName(LONGEST, 1000) }, State: { RetryCount: 9 } },
  },
};

it('finds in the machine files more than 11 states that start a state machine', () => {
  expect(STARTS.length).toBeGreaterThan(11);
});

// Machines of others have an execution named after the one that starts it.
const [PEERS, OWN] = [true, false].map((isPeer) =>
  STARTS.filter(
    ({ machine, starts: arn }) => arn.startsWith('${') && (arn === `\${${getMachinePlaceholder(machine)}}`) === isPeer,
  ),
) as [StartState[], StartState[]];
it.each(PEERS)('starts from $machine/$state an execution that belongs to itself', async ({ name }) => {
  const made = (await jsonata(name.replace(/^\{% | %\}$/g, '')).evaluate({}, VALUES)) as string;
  expect(made).toMatch(EXECUTION_NAME_PATTERN);
  expect(parseParts(made)).toEqual([]);
  expect(toExecutionId(made)).not.toBe(LONGEST);
});

const BOTH = OWN.flatMap((one) => [true, false].map((clean) => ({ ...one, clean })));

it.each(BOTH)(
  'starts from $machine/$state a child whose name contains execution and machine (clean: $clean)',
  async (one) => {
    const { name, starts: arn, clean } = one;
    const text = name.replace(/^\{% | %\}$/g, '');
    // What refuses is an experiment, and never a guardian.
    const Name = one.state === 'NotifyRefusal' ? LONGEST : VALUES.states.context.Execution.Name;
    const states = { ...VALUES.states, context: { ...VALUES.states.context, Execution: { Name } } };
    const made = (await jsonata(text).evaluate(
      {},
      { ...VALUES, states, clean, millis: () => 0, hash: () => '0123456789abcdef' },
    )) as string;
    expect(made).toMatch(/^[A-Za-z0-9_-]+$/);
    expect(made.length).toBeLessThanOrEqual(NAME_MAX_LENGTH);
    // One message of the janitor is about several executions.
    expect(parseExecutionId(made)).toBe(one.machine === 'janitor' ? 'janitor' : LONGEST);
    const machine = findMachine(made);
    // The first guardian has the name of its execution, and what tells has that of whoever started it.
    const named = machine === null ? 'GuardianMachineArn' : getMachinePlaceholder(machine);
    expect(arn).toBe(`\${${made === VALUES.states.context.Execution.Name ? 'NotifyMachineArn' : named}}`);
  },
);
