/** Parameters that all kinds which load Kafka have. */
import * as z from 'zod';
import { about } from '../../shapes/setting';
import { allowed, also } from '../fields';

const MAX_RATE = 1_000_000_000;
const VERSION = /^\d+\.\d+\.\d+$/;

/** A version of Kafka, as Maven Central and archive.apache.org have it. */
export const kafkaVersion = z
  .string({ error: allowed('a version of Kafka, e.g. 3.9.1') })
  .regex(VERSION, { error: allowed('a version of Kafka, e.g. 3.9.1') })
  .default('3.9.1')
  .meta(also('version', 'kafkaVersion'))
  .meta(about('Version of Kafka on all hosts; from 4.0 on controllers are KRaft only.', { examples: ['3.9.1'] }));

const rateError = allowed(`\`max\`, or messages a second, a whole number from 1 to ${MAX_RATE}`);
const ofRate = z.int({ error: rateError }).min(1, { error: rateError }).max(MAX_RATE, { error: rateError });

/** A number of messages, or all that can be done. */
export const producerRate = z
  .union([z.literal('max'), ofRate], { error: rateError })
  .meta(also('rate', 'publishRate', 'messagesPerSecond'));
