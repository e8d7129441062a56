/**
 * Rules for the arguments of calls, and for the time limits of states. Scenarios check the tags of creates: their
 * services refuse creates without tags.
 */
import { CREATE_RULES, CREATE_LIKE_ACTION } from '../../../checks/oracles/creates';
import {
  FUNCTION_NAMES,
  getFunctionPlaceholder,
  type MachineName,
  getMachinePlaceholder,
  MACHINES,
} from '../../../lib/shapes/machines';
import type { Scope, State } from '../scope';
import { getAction, getArguments, type Finding, isRecord, reporter, type Subject } from '../subject';

type CallArguments = Readonly<Record<string, unknown>>;

/** One rule for all calls of a kind. */
interface Demand {
  readonly rule: string;
  readonly of: RegExp;
  readonly holds: (given: CallArguments, machine: string) => boolean;
  readonly message: string;
}

const within = (value: unknown, name: string): unknown => (isRecord(value) ? value[name] : undefined);
const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';

/** https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_CreateFleet.html */
const FLEET = { rule: 'fleet-shape', of: /^ec2:createFleet$/ };
/**
 * Commands must reach all hosts at once: the default is 50 at a time, so that other hosts would miss the common start.
 * https://docs.aws.amazon.com/systems-manager/latest/APIReference/API_SendCommand.html
 */
const COMMAND = { rule: 'send-command', of: /^ssm:sendCommand$/ };

const DEMANDS: readonly Demand[] = [
  {
    rule: 'delete-elsewhere',
    of: /^[a-z0-9]+:(delete|terminate|release|destroy)[A-Z]/,
    holds: (_, machine) => machine === 'teardown',
    message: 'a delete belongs in the machine teardown, where it can be verified; start that',
  },
  {
    rule: 'forbidden-call',
    of: /^ec2:runInstances$/,
    holds: () => false,
    message: 'runInstances answers with more than a payload can hold; use createFleet',
  },
  {
    // Recovery cannot find an execution without a name, and a repeated start would make a second one.
    rule: 'execution-name',
    of: /^(states|sfn):start(Sync)?Execution(\.|$)/,
    holds: ({ Name: name }) => isText(name),
    message: 'Arguments needs Name, derived from the plan',
  },
  {
    ...FLEET,
    holds: ({ Type: type }) => type === 'instant',
    message: 'Type has to be "instant"; other fleets replace their hosts',
  },
  {
    ...FLEET,
    holds: ({ TargetCapacitySpecification: wanted, OnDemandOptions: options }) => {
      const total = within(wanted, 'TotalTargetCapacity');
      return total !== undefined && within(options, 'MinTargetCapacity') === total;
    },
    message: 'OnDemandOptions/MinTargetCapacity has to equal TotalTargetCapacity: all hosts or none',
  },
  ...['SingleInstanceType', 'SingleAvailabilityZone'].map((option) => ({
    ...FLEET,
    holds: ({ OnDemandOptions: options }: CallArguments) => within(options, option) === true,
    message: `OnDemandOptions/${option} has to be true: hosts of a role are alike`,
  })),
  ...['MaxConcurrency', 'MaxErrors'].map((field) => ({
    ...COMMAND,
    holds: (given: CallArguments) => given[field] === '100%',
    message: `Arguments/${field} has to be "100%"`,
  })),
  {
    ...COMMAND,
    holds: ({ TimeoutSeconds: seconds }) => seconds !== undefined,
    message: 'Arguments/TimeoutSeconds bounds the delivery',
  },
  {
    ...COMMAND,
    holds: ({ Parameters: parameters }) => within(parameters, 'ExecutionTimeout') !== undefined,
    message: 'Arguments/Parameters/ExecutionTimeout bounds the script on the host',
  },
];

/** Calls whose arguments break a rule; states, and a machine, without a time limit; choices without a default. */
export function callFindings({ name: machine, definition, states }: Subject): Finding[] {
  const endless = { state: '', rule: 'machine-timeout', message: 'without TimeoutSeconds it may last a year' };
  return [
    ...(definition['TimeoutSeconds'] === undefined ? [endless] : []),
    ...states.flatMap(({ name, state }) => [...boundFindings(name, state), ...argumentFindings(name, state, machine)]),
  ];
}

function argumentFindings(name: string, state: State, machine: string): Finding[] {
  const action = getAction(state);
  if (action === null) return [];
  const given = getArguments(state);
  const broken = DEMANDS.filter(({ of, holds }) => of.test(action) && !holds(given, machine));
  const findings = broken.map(({ rule, message }) => ({ state: name, rule, message }));
  const create = CREATE_RULES[action];
  if (create === undefined && findings.length === 0 && CREATE_LIKE_ACTION.test(action)) {
    const message = `${action} creates a resource; add its token to lib/twin/checkers/creates.ts`;
    findings.push({ state: name, rule: 'create-unknown', message });
  }
  const token = create?.token ?? null;
  if (token !== null && !isText(given[token])) {
    const message = `Arguments needs ${token}, or a retry makes a second one`;
    findings.push({ state: name, rule: 'create-token', message });
  }
  return findings;
}

function boundFindings(name: string, state: State): Finding[] {
  if (state.Type === 'Task' && state['TimeoutSeconds'] === undefined)
    return [{ state: name, rule: 'task-timeout', message: 'without TimeoutSeconds, a Task may wait for three years' }];
  // An unknown value fails the execution with an error that no state can catch.
  if (state.Type === 'Choice' && state.Default === undefined)
    return [{ state: name, rule: 'choice-default', message: 'a Choice needs a Default' }];
  return [];
}

const report = reporter('versions');
const VERSION = '${ContractVersion}';
/** People and schedules start the experiment without a version. */
const MEASURING: readonly MachineName[] = MACHINES.bench.filter((name) => name !== 'experiment');
const RECEIVERS = [...MEASURING.map(getMachinePlaceholder), ...FUNCTION_NAMES.bench.map(getFunctionPlaceholder)].map(
  (name) => `\${${name}}`,
);
const OTHER = `{% $not($states.input.version = '${VERSION}') %}`;

/**
 * Versions of the contracts must not mix: a deployment changes machines and functions at once, while executions
 * continue with their old definitions. Measuring machines send their version with each call and first refuse another
 * one. Teardown machines send and compare none.
 */
export function versionFindings({ name: machine, definition, scopes, states }: Subject): Finding[] {
  if ((MACHINES.safety as readonly string[]).includes(machine))
    return JSON.stringify(definition).includes(VERSION) ? [report('', 'teardown machines compare no versions')] : [];
  if (!(MACHINES.bench as readonly string[]).includes(machine)) return [];
  const silent = states.filter(({ state }) => !saysVersion(state));
  const measures = (MEASURING as readonly string[]).includes(machine);
  // A rig tears down in any case: only the states inside of its Catch count there.
  const graph = scopes.find(({ owner }) => (machine === 'rig' ? owner?.name === 'Measure' : owner === null));
  return [
    ...(measures && !refusesOther(graph)
      ? [report('', `has to begin with a Choice whose first condition, ${OTHER}, leads to OtherVersion`)]
      : []),
    ...silent.map(({ name }) => report(name, `has to say "version": "${VERSION}" to measuring machines`)),
  ];
}

function refusesOther(graph: Scope | undefined): boolean {
  const first: Readonly<Record<string, unknown>> | undefined = graph?.states.get(graph.startAt)?.Choices?.[0];
  const refused = graph?.states.get(typeof first?.['Next'] === 'string' ? first['Next'] : '');
  return first?.['Condition'] === OTHER && refused?.Type === 'Fail' && refused['Error'] === 'OtherVersion';
}

/** True for other calls, too. An input that is passed on as a whole has the version of its maker. */
function saysVersion(state: State): boolean {
  const { StateMachineArn, FunctionName, Input, Payload } = getArguments(state);
  if (!RECEIVERS.includes(String(StateMachineArn ?? FunctionName))) return true;
  const given = Input ?? Payload;
  return given === '{% $states.input %}' || (isRecord(given) && given['version'] === VERSION);
}
