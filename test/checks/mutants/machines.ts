/** A small machine that has something for every operator, and ways to look at what an operator makes of it. */
import { TAG } from '../../../lib/shapes/layout';
import type { JsonObject } from '../../../checks/mutants/plant/json';
import type { Mutation, Operator } from '../../../checks/mutants/plant/mutant';

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

/** What an operator makes of the small machine, as `state detail`. */
export function details(operator: Operator): string[] {
  return operator.apply(MACHINE).map(({ state, detail }) => `${state} ${detail}`);
}

/** One mutation, by its state and detail. */
export function mutation(operator: Operator, state: string, detail: string): Mutation {
  const found = operator.apply(MACHINE).find((one) => one.state === state && one.detail === detail);
  if (found === undefined) throw new Error(`${operator.name} makes no ${state} ${detail}`);
  return found;
}

/** States of a definition. */
export function states(definition: JsonObject): Readonly<Record<string, JsonObject>> {
  return definition['States'] as Record<string, JsonObject>;
}
