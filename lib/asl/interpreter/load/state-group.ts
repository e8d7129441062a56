/** Compiles a group of states and checks its graph: targets, reachable states, and a path to an end. */
import type { State, StateGroup } from '../machine';
import { compileState } from './compile-state';
import { Fields, isObject, type Loading, formatValue } from './fields';
import { listAssigned } from './outcome';

/** Maximum length of a state name (https://docs.aws.amazon.com/step-functions/latest/dg/service-quotas.html). */
const NAME_MAX = 80;

/**
 * Compiles StartAt and States of a machine, a branch or an item processor. All targets must exist, all states must be
 * reachable, and a path to an end must exist.
 * @param outer variables that outer states assign, so the group may not. Variables that only outer catchers assign are
 * allowed: on AWS, a branch may use a variable that a Catch of its Parallel assigns.
 */
export function compileGroup(definition: Fields, outer: ReadonlySet<string>): StateGroup {
  const json = definition.get('States');
  const startAt = definition.requiredText('StartAt', 'it names the first state');
  if (!isObject(json) || Object.keys(json).length === 0) {
    definition.problem('States', `must be an object of at least one state, found ${formatValue(json)}`);
    return { startAt, states: new Map() };
  }
  const own = listAssigned(json);
  for (const name of new Set([...own.regular, ...own.caught])) {
    if (outer.has(name)) {
      definition.problem(
        'States',
        `assign the variable ${name}, which an outer scope also assigns; rename one of the variables`,
      );
    }
  }
  const states = new Map<string, State>();
  for (const [name, value] of Object.entries(json)) {
    checkName(definition, name);
    const fields = stateFields(definition.loading, name, value);
    const state = compileState(fields, name, new Set([...outer, ...own.regular]));
    if (state !== undefined) states.set(name, state);
  }
  if (states.size === Object.keys(json).length) checkPaths(definition, startAt, states);
  return { startAt, states };
}

function stateFields(loading: Loading, name: string, value: unknown): Fields {
  const owner = `state '${name}'`;
  if (!isObject(value)) loading.problems.add(owner, `must be an object, found ${formatValue(value)}`);
  return new Fields(loading, isObject(value) ? value : {}, owner);
}

function checkName(definition: Fields, name: string): void {
  const { names } = definition.loading;
  if (names.has(name))
    definition.problem('States', `has a second state '${name}'; names are unique in the whole machine`);
  if (name.length > NAME_MAX || name === '')
    definition.problem('States', `has the name '${name}'; 1 to ${NAME_MAX} characters`);
  names.add(name);
}

function checkPaths(definition: Fields, startAt: string, states: ReadonlyMap<string, State>): void {
  const known = [...states.keys()].join(', ');
  if (!states.has(startAt)) {
    if (definition.has('StartAt')) definition.problem('StartAt', `names '${startAt}', which is not among ${known}`);
    return;
  }
  const reached = new Set<string>();
  let ends = false;
  const visit = (name: string): void => {
    const state = states.get(name);
    if (state === undefined || reached.has(name)) return;
    reached.add(name);
    const targets = listNextStates(state);
    if (state.next === undefined && state.type !== 'Choice') ends = true;
    for (const [field, target] of targets) {
      if (!states.has(target)) {
        definition.loading.problems.add(
          `state '${name}', field ${field}`,
          `names '${target}', which is not among the states of its group (${known})`,
        );
      }
      visit(target);
    }
  };
  visit(startAt);
  for (const name of states.keys()) {
    if (!reached.has(name)) definition.loading.problems.add(`state '${name}'`, 'cannot be reached from StartAt');
  }
  if (!ends) definition.problem('States', 'never reach an end: add "End": true, Succeed or Fail');
}

function listNextStates(state: State): (readonly [field: string, target: string])[] {
  const targets: (readonly [string, string])[] = state.next === undefined ? [] : [['Next', state.next]];
  if (state.type === 'Choice') {
    for (const [index, rule] of state.choices.entries()) targets.push([`Choices[${index}]/Next`, rule.next]);
    if (state.default !== undefined) targets.push(['Default', state.default]);
  }
  if ('catch' in state) {
    for (const [index, catcher] of state.catch.entries()) targets.push([`Catch[${index}]/Next`, catcher.next]);
  }
  return targets;
}
