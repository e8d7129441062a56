/** Permission to notify people and programs: one topic, and events of one source. */
import { Aws, type aws_iam } from 'aws-cdk-lib';
import { DETAIL_TYPE, EVENT_SOURCE } from '../../shapes/mail';
import { makeArn, type Names } from '../names';
import { allow } from './allow';

/** Allows publishing to the deployment's topic, and putting events of one source on the default bus. */
export function notifyPeople(names: Names): aws_iam.PolicyStatement[] {
  return [
    allow(['sns:Publish'], [names.topicArn()]),
    allow(['events:PutEvents'], [makeArn('events', Aws.REGION, 'event-bus/default')], {
      StringEquals: { 'events:source': EVENT_SOURCE, 'events:detail-type': Object.values(DETAIL_TYPE) },
    }),
  ];
}
