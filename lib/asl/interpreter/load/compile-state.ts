/** Compiles a state by its type, and refuses what Step Functions refuses when it creates a machine. */
import type { ChoiceState, FailState, ParallelState, State, TaskState, WaitState } from '../machine';
import { findExpressionSource } from '../jsonata/template';
import { isTimestamp } from '../history/timestamp';
import { compileMap } from './compile-map';
import { compileCatchers, compileRetriers } from './error-handlers';
import { type Fields, formatValue, toMember } from './fields';
import { compileOutcome } from './outcome';

const TYPES = ['Task', 'Parallel', 'Map', 'Pass', 'Wait', 'Choice', 'Succeed', 'Fail'] as const;
const EVERY = ['Type', 'Comment', 'QueryLanguage'];
const FLOW = [...EVERY, 'Next', 'End', 'Output', 'Assign'];
const FALLIBLE = [...FLOW, 'Retry', 'Catch'];

/** Longest wait and time-out in seconds (https://docs.aws.amazon.com/step-functions/latest/dg/state-wait.html). */
const SECONDS_MAX = 99_999_999;

/**
 * Compiles one state; undefined if its type is unknown.
 * @param outer variables assigned in this scope and in those around it.
 */
export function compileState(fields: Fields, name: string, outer: ReadonlySet<string>): State | undefined {
  const type = TYPES.find((each) => each === fields.get('Type'));
  checkLanguage(fields);
  switch (type) {
    case 'Task':
      return compileTask(fields, name);
    case 'Parallel':
      return compileParallel(fields, name, outer);
    case 'Map':
      return {
        ...compileMap(fields, name, outer, FALLIBLE),
        ...compileHandlers(fields),
        ...compileTransition(fields),
        ...compileOutcome(fields),
      };
    case 'Pass':
      fields.only(FLOW);
      return { type, name, ...compileTransition(fields), ...compileOutcome(fields) };
    case 'Wait':
      return compileWait(fields, name);
    case 'Choice':
      return compileChoice(fields, name);
    case 'Succeed':
      fields.only([...EVERY, 'Output']);
      return { type, name, ...compileOutcome(fields) };
    case 'Fail':
      return compileFail(fields, name);
    case undefined:
      fields.problem('Type', `must be one of ${TYPES.join(', ')}, found ${formatValue(fields.get('Type'))}`);
      return undefined;
  }
}

function checkLanguage(fields: Fields): void {
  const language = fields.get('QueryLanguage');
  if (language !== undefined && language !== 'JSONata') {
    fields.problem('QueryLanguage', `must be "JSONata", found ${formatValue(language)}`);
  }
}

function compileTransition(fields: Fields): { next?: string } {
  const next = fields.text('Next');
  const end = fields.get('End');
  if (end !== undefined && end !== true) fields.problem('End', `must be true or absent, found ${formatValue(end)}`);
  if (fields.has('Next') === fields.has('End')) fields.problem('Next', 'a state has either Next or "End": true');
  return next === undefined ? {} : { next };
}

function compileHandlers(fields: Fields): Pick<TaskState, 'retry' | 'catch'> {
  return { retry: compileRetriers(fields), catch: compileCatchers(fields) };
}

function compileTask(fields: Fields, name: string): TaskState {
  fields.only([...FALLIBLE, 'Resource', 'Arguments', 'TimeoutSeconds', 'HeartbeatSeconds', 'Credentials']);
  const seconds = { min: 1, max: SECONDS_MAX, integer: true };
  const [timeout, heartbeat] = [fields.get('TimeoutSeconds'), fields.get('HeartbeatSeconds')];
  if (typeof timeout === 'number' && typeof heartbeat === 'number' && heartbeat >= timeout) {
    fields.problem('HeartbeatSeconds', `must be smaller than TimeoutSeconds (${timeout}), found ${heartbeat}`);
  }
  return {
    type: 'Task',
    name,
    resource: compileResource(fields),
    ...toMember('arguments', fields.template('Arguments')),
    ...toMember('timeoutSeconds', fields.numberTemplate('TimeoutSeconds', seconds)),
    ...toMember('heartbeatSeconds', fields.numberTemplate('HeartbeatSeconds', seconds)),
    ...toMember('credentials', fields.template('Credentials')),
    ...compileHandlers(fields),
    ...compileTransition(fields),
    ...compileOutcome(fields),
  };
}

function compileResource(fields: Fields): string {
  const arn = fields.requiredText('Resource', 'a Task needs the ARN of what it calls');
  // A placeholder without a value may replace the whole ARN.
  if (arn !== '' && !/^(arn:|\$\{)/.test(arn)) fields.problem('Resource', `must be an ARN, found ${formatValue(arn)}`);
  return arn;
}

function compileParallel(fields: Fields, name: string, outer: ReadonlySet<string>): ParallelState {
  fields.only([...FALLIBLE, 'Branches', 'Arguments']);
  const branches = fields.list('Branches');
  if (branches.length === 0) fields.problem('Branches', 'must be a list of at least one branch');
  return {
    type: 'Parallel',
    name,
    branches: branches.map((branch, index) => {
      const inner = fields.inner(branch, `Branches[${index}]`);
      inner.only(['StartAt', 'States', 'Comment']);
      return fields.loading.group(inner, outer);
    }),
    ...toMember('arguments', fields.template('Arguments')),
    ...compileHandlers(fields),
    ...compileTransition(fields),
    ...compileOutcome(fields),
  };
}

function compileWait(fields: Fields, name: string): WaitState {
  fields.only([...FLOW, 'Seconds', 'Timestamp']);
  if (fields.has('Seconds') === fields.has('Timestamp')) {
    fields.problem('Seconds', 'a Wait has either Seconds or Timestamp');
  }
  const moment = fields.text('Timestamp');
  if (moment !== undefined && findExpressionSource(moment) === undefined && !isTimestamp(moment)) {
    fields.problem(
      'Timestamp',
      `must be like 2030-01-31T23:59:59Z or an expression {% … %}, found ${formatValue(moment)}`,
    );
  }
  return {
    type: 'Wait',
    name,
    ...toMember('seconds', fields.numberTemplate('Seconds', { min: 0, max: SECONDS_MAX, integer: true })),
    ...toMember('timestamp', fields.template('Timestamp')),
    ...compileTransition(fields),
    ...compileOutcome(fields),
  };
}

function compileChoice(fields: Fields, name: string): ChoiceState {
  fields.only([...EVERY, 'Choices', 'Default', 'Output', 'Assign']);
  const choices = fields.list('Choices');
  if (choices.length === 0) fields.problem('Choices', 'must be a list of at least one rule');
  const otherwise = fields.text('Default');
  return {
    type: 'Choice',
    name,
    choices: choices.map((rule, index) => {
      const inner = fields.inner(rule, `Choices[${index}]`);
      inner.only(['Condition', 'Next', 'Output', 'Assign', 'Comment']);
      const condition = inner.get('Condition');
      const fine =
        typeof condition === 'boolean' ||
        (typeof condition === 'string' && findExpressionSource(condition) !== undefined);
      if (!fine)
        inner.problem('Condition', `must be an expression {% … %} or a boolean, found ${formatValue(condition)}`);
      return {
        condition: inner.template('Condition') ?? { leaves: [], build: () => false },
        next: inner.requiredText('Next', 'a rule needs the next state'),
        ...compileOutcome(inner),
      };
    }),
    ...(otherwise === undefined ? {} : { default: otherwise }),
    ...compileOutcome(fields),
  };
}

function compileFail(fields: Fields, name: string): FailState {
  fields.only([...EVERY, 'Error', 'Cause']);
  fields.text('Error');
  fields.text('Cause');
  return {
    type: 'Fail',
    name,
    ...toMember('error', fields.template('Error')),
    ...toMember('cause', fields.template('Cause')),
  };
}
