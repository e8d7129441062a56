/** The event rule: an experiment or a guardian that ended badly gets a guardian in recover mode, a rig its teardown. */
import { Rule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import type { Function as Lambda } from 'aws-cdk-lib/aws-lambda';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import type { Names } from '../names';
import { RETRY_POLICY } from '../dead-letter-queue';

/** Ends after which something may be left (Step Functions guide, Events of status changes). */
const BAD_STATUSES = ['ABORTED', 'FAILED', 'TIMED_OUT'];

/**
 * Listens to the exact machines: children of their Map runs have ARNs of their own and are none of its business.
 * @param startGuardian decides what is to be done
 */
export function makeFailureRule(scope: Construct, names: Names, startGuardian: Lambda, undelivered: Queue): Rule {
  return new Rule(scope, 'EndedBadly', {
    ruleName: names.of('ended-badly'),
    description: 'Starts a guardian for an experiment or a guardian that ended badly, and a teardown for a rig',
    eventPattern: {
      source: ['aws.states'],
      detailType: ['Step Functions Execution Status Change'],
      detail: {
        status: BAD_STATUSES,
        stateMachineArn: [names.machineArn('experiment'), names.machineArn('guardian'), names.machineArn('rig')],
      },
    },
    targets: [new LambdaFunction(startGuardian, { deadLetterQueue: undelivered, ...RETRY_POLICY })],
  });
}
