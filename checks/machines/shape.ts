/** The shape of a machine file, as far as the rules read it. Fields that no rule reads pass unseen. */
import * as z from 'zod';

const template = z.record(z.string(), z.unknown());

const catcherSchema = z.looseObject({
  ErrorEquals: z.array(z.string()),
  Next: z.string(),
  Assign: template.optional(),
  Output: z.unknown().optional(),
});

const retrierSchema = z.looseObject({
  ErrorEquals: z.array(z.string()),
  MaxAttempts: z.number().optional(),
  JitterStrategy: z.string().optional(),
});

const ruleSchema = z.looseObject({
  Condition: z.unknown().optional(),
  Next: z.string(),
  Assign: template.optional(),
  Output: z.unknown().optional(),
});

const stateSchema = z.looseObject({
  Type: z.enum(['Task', 'Parallel', 'Map', 'Pass', 'Wait', 'Choice', 'Succeed', 'Fail']),
  QueryLanguage: z.string().optional(),
  Next: z.string().optional(),
  Default: z.string().optional(),
  Resource: z.string().optional(),
  Assign: template.optional(),
  Catch: z.array(catcherSchema).optional(),
  Retry: z.array(retrierSchema).optional(),
  Choices: z.array(ruleSchema).optional(),
  get Branches() {
    return z.array(graphSchema).optional();
  },
  get ItemProcessor() {
    return processorSchema.optional();
  },
});

const graphSchema = z.looseObject({
  StartAt: z.string(),
  get States(): z.ZodRecord<z.ZodString, typeof stateSchema> {
    return z.record(z.string(), stateSchema);
  },
});

const processorSchema = graphSchema.extend({
  ProcessorConfig: z.looseObject({ Mode: z.string().optional() }).optional(),
});

/** Top level of a machine file. */
export const machineSchema = graphSchema.extend({ QueryLanguage: z.string().optional() });

export type Machine = z.infer<typeof machineSchema>;
export type State = z.infer<typeof stateSchema>;
export type Graph = z.infer<typeof graphSchema>;
