/** A small machine that has something for every operator, and ways to look at what an operator makes of it. */
import { TAG } from '../../../lib/shapes/layout';
import type { JsonObject } from '../../../checks/mutants/plant/json';
import { edited } from '../../../checks/mutants/plant/generate';
import { OPERATORS } from '../../../checks/mutants/plant/operators';
import { placesOf } from '../../../checks/mutants/plant/states';

const TAGS = [TAG.stack, TAG.rig].map((Key) => ({ Key, Value: '{% $id %}' }));
const RETRY = { ErrorEquals: ['Ec2.Ec2Exception'], IntervalSeconds: 1, MaxAttempts: 3 };

export const MACHINE: JsonObject = {
  QueryLanguage: 'JSONata',
  StartAt: 'Begin',
  TimeoutSeconds: 600,
  States: {
    Begin: { Type: 'Pass', Assign: { id: '{% $states.input.id %}', tries: 0 }, Next: 'Fence' },
    Fence: {
      Type: 'Task',
      Resource: 'arn:aws:states:::aws-sdk:s3:getObject',
      Arguments: { Bucket: '${ResultsBucket}', Key: "{% 'fences/' & $id %}" },
      TimeoutSeconds: 60,
      Catch: [
        { ErrorEquals: ['S3.NoSuchKeyException'], Next: 'Each' },
        { ErrorEquals: ['States.ALL'], Output: { error: '{% $states.errorOutput.Error %}' }, Next: 'Closed' },
      ],
      Next: 'Closed',
    },
    Each: {
      Type: 'Map',
      ItemProcessor: {
        StartAt: 'Make',
        States: {
          Make: {
            Type: 'Task',
            Resource: 'arn:aws:states:::aws-sdk:ec2:createVolume',
            Arguments: {
              ClientToken: '{% $id %}',
              Size: 8,
              TagSpecifications: [
                { ResourceType: 'volume', Tags: TAGS },
                { ResourceType: 'snapshot', Tags: '{% $states.input.tags %}' },
              ],
            },
            TimeoutSeconds: 60,
            Retry: [RETRY, { ErrorEquals: ['X'], MaxAttempts: 2 }],
            End: true,
          },
        },
      },
      Next: 'Enough',
    },
    Enough: {
      Type: 'Choice',
      Choices: [
        { Condition: "{% $tries >= 5 and $id != 'a=b and c' %}", Next: 'Done' },
        { Condition: '{% $states.input.stop %}', Next: 'Closed' },
      ],
      Default: 'Sleep',
    },
    Sleep: { Type: 'Wait', Seconds: 30, Assign: { tries: '{% $tries + 1 %}' }, Next: 'Fence' },
    Done: { Type: 'Succeed' },
    Closed: { Type: 'Fail', Error: 'FenceClosed' },
  },
};

interface Mutation {
  readonly state: string;
  readonly detail: string;
  readonly what: string;
  readonly definition: JsonObject;
}

/** What an operator makes of a machine. */
export function mutations(operator: string, definition = MACHINE): Mutation[] {
  const { edits, top } = OPERATORS.find(({ name }) => name === operator)!;
  const machine = (top?.(definition) ?? []).map((edit) => ({ edit, state: '', path: [] as readonly string[] }));
  const all = placesOf(definition).flatMap((place) =>
    edits(place, definition).map((edit) => ({ edit, state: place.name, path: place.path })),
  );
  return [...machine, ...all].map(({ edit, state, path }) => ({
    state,
    detail: edit.detail,
    what: edit.what,
    definition: edited(definition, path, edit),
  }));
}

/** The same as `state detail`. */
export function details(operator: string, definition = MACHINE): string[] {
  return mutations(operator, definition).map(({ state, detail }) => `${state} ${detail}`);
}

/** One mutation, by its state and detail. */
export function mutation(operator: string, state: string, detail: string): Mutation {
  const found = mutations(operator).find((one) => one.state === state && one.detail === detail);
  if (found === undefined) throw new Error(`${operator} makes no ${state} ${detail}`);
  return found;
}
