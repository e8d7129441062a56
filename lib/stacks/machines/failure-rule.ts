/** The event rule: starts a guardian for a failed experiment or guardian, and a teardown for a failed rig. */
import { Rule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import type { Function as Lambda } from 'aws-cdk-lib/aws-lambda';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import type { Names } from '../names';
import { RETRY_POLICY } from '../dead-letter-queue';

/** Statuses after which resources may be left (Step Functions guide, Events of status changes). */
const BAD_STATUSES = ['ABORTED', 'FAILED', 'TIMED_OUT'];

/** Matches machines; children of their Map runs have other ARNs. @param startGuardian decides what to start */
export function makeFailureRule(scope: Construct, names: Names, startGuardian: Lambda, undelivered: Queue): Rule {
  return new Rule(scope, 'EndedBadly', {
    ruleName: names.of('ended-badly'),
    description: 'Starts a guardian for a failed experiment or guardian, and a teardown for a failed rig',
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
