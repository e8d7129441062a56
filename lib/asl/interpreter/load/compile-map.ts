/** Compiles a Map state: what inline and distributed maps may say, and what only one of them may. */
import type { DistributedMap, ItemBatcher, MapState, ResultWriter, StateGroup } from '../machine';
import { expressionSource } from '../jsonata/template';
import { type Fields, isObject, show } from './fields';
import { itemReader } from './item-reader';
import { named } from './named';

const MAP_FIELDS = [
  'Items',
  'ItemSelector',
  'MaxConcurrency',
  'ItemProcessor',
  'ToleratedFailureCount',
  'ToleratedFailurePercentage',
];
const DISTRIBUTED_FIELDS = ['ItemReader', 'ItemBatcher', 'ResultWriter', 'Label'];

/**
 * Longest label, and what it may not hold
 * (https://docs.aws.amazon.com/step-functions/latest/dg/state-map-distributed.html).
 */
const LABEL_MAX = 40;
const LABEL_BARRED = /[\s?*<>{}[\]:;,\\|^~$#%&`"\u0000-\u001f\u007f-\u009f]/;

const COUNT = { min: 0, integer: true };
/** Largest batch input, bytes: the payload limit. */
const BATCH_BYTES_MAX = 262_144;

/** Compiles what only a Map state has. @param fallible the fields that every state with Retry and Catch may have. */
export function compileMap(
  fields: Fields,
  name: string,
  outer: ReadonlySet<string>,
  fallible: readonly string[],
): Omit<MapState, 'next' | 'output' | 'assign' | 'retry' | 'catch'> {
  fields.only([...fallible, ...MAP_FIELDS, ...DISTRIBUTED_FIELDS]);
  const processor = fields.inner(fields.get('ItemProcessor'), 'ItemProcessor');
  processor.only(['StartAt', 'States', 'ProcessorConfig', 'Comment']);
  const config = processor.inner(processor.get('ProcessorConfig') ?? {}, 'ProcessorConfig');
  config.only(['Mode', 'ExecutionType']);
  config.oneOf('ExecutionType', ['STANDARD', 'EXPRESS'], 'STANDARD');
  const distributed = config.oneOf('Mode', ['INLINE', 'DISTRIBUTED'], 'INLINE') === 'DISTRIBUTED';
  if (!distributed) refuseDistributedFields(fields);
  if (fields.has('Items') && fields.has('ItemReader'))
    fields.problem('ItemReader', 'a Map has either Items or ItemReader');
  const items = fields.get('Items');
  if (items !== undefined && typeof items !== 'string' && !Array.isArray(items)) {
    fields.problem('Items', `must be a list or an expression {% … %}, found ${show(items)}`);
  }
  // Children of a distributed Map have scopes of their own: they neither see nor clash with the variables around.
  const group: StateGroup = fields.loading.group(processor, distributed ? new Set() : outer);
  return {
    type: 'Map',
    name,
    processor: group,
    ...named('items', fields.template('Items')),
    ...named('itemSelector', fields.template('ItemSelector')),
    ...named('maxConcurrency', fields.numberTemplate('MaxConcurrency', COUNT)),
    ...named('toleratedFailureCount', fields.numberTemplate('ToleratedFailureCount', COUNT)),
    ...named('toleratedFailurePercentage', fields.numberTemplate('ToleratedFailurePercentage', { min: 0, max: 100 })),
    ...(distributed ? { distributed: distributedMap(fields, name) } : {}),
  };
}

function refuseDistributedFields(fields: Fields): void {
  for (const field of ['ItemReader', 'ItemBatcher', 'ResultWriter']) {
    if (fields.has(field)) fields.problem(field, 'is only for a Map whose ProcessorConfig has "Mode": "DISTRIBUTED"');
  }
}

function distributedMap(fields: Fields, name: string): DistributedMap {
  const label = fields.text('Label') ?? name.replace(new RegExp(LABEL_BARRED, 'g'), '').slice(0, LABEL_MAX);
  if (label === '' || label.length > LABEL_MAX || LABEL_BARRED.test(label)) {
    fields.problem(
      'Label',
      `must have 1 to ${LABEL_MAX} characters, no blanks and none of ?*<>{}[]:;,\\|^~$#%&\`", found ${show(label)}`,
    );
  }
  return {
    label,
    ...(fields.has('ItemReader') ? { reader: itemReader(fields.inner(fields.get('ItemReader'), 'ItemReader')) } : {}),
    ...(fields.has('ItemBatcher')
      ? { batcher: itemBatcher(fields.inner(fields.get('ItemBatcher'), 'ItemBatcher')) }
      : {}),
    ...(fields.has('ResultWriter')
      ? { writer: resultWriter(fields.inner(fields.get('ResultWriter'), 'ResultWriter')) }
      : {}),
  };
}

function itemBatcher(fields: Fields): ItemBatcher {
  fields.only(['MaxItemsPerBatch', 'MaxInputBytesPerBatch', 'BatchInput']);
  if (!fields.has('MaxItemsPerBatch') && !fields.has('MaxInputBytesPerBatch')) {
    fields.problem('MaxItemsPerBatch', 'a batcher needs MaxItemsPerBatch, MaxInputBytesPerBatch or both');
  }
  return {
    ...named('maxItems', fields.numberTemplate('MaxItemsPerBatch', { min: 1, integer: true })),
    ...named(
      'maxInputBytes',
      fields.numberTemplate('MaxInputBytesPerBatch', { min: 1, max: BATCH_BYTES_MAX, integer: true }),
    ),
    ...named('batchInput', fields.template('BatchInput')),
  };
}

/** A writer to S3 has to know where to; what expressions give is checked when they have. */
function checkDestination(fields: Fields): void {
  const given = fields.get('Arguments');
  if (typeof given === 'string' && expressionSource(given) !== undefined) return;
  if (given !== undefined && !isObject(given)) {
    fields.problem('Arguments', `must be an object with Bucket and Prefix, found ${show(given)}`);
    return;
  }
  const { Bucket, Prefix = '' } = given ?? {};
  if (typeof Bucket !== 'string' || Bucket === '') {
    const found = Bucket === undefined ? 'is missing' : `must be a text, found ${show(Bucket)}`;
    fields.problem('Arguments/Bucket', `${found}; a writer to S3 needs the name of a bucket`);
  }
  if (typeof Prefix !== 'string') fields.problem('Arguments/Prefix', `must be a text, found ${show(Prefix)}`);
}

function resultWriter(fields: Fields): ResultWriter {
  fields.only(['Resource', 'Arguments', 'WriterConfig']);
  const resource = fields.text('Resource');
  if (resource !== undefined && !resource.endsWith(':s3:putObject')) {
    fields.problem('Resource', `must be "arn:aws:states:::s3:putObject", found ${show(resource)}`);
  }
  const config = fields.inner(fields.get('WriterConfig') ?? {}, 'WriterConfig');
  config.only(['Transformation', 'OutputType']);
  if (resource === undefined && !fields.has('WriterConfig')) {
    fields.problem('Resource', 'a result writer needs Resource, WriterConfig or both');
  }
  if (resource !== undefined) checkDestination(fields);
  return {
    ...(resource === undefined ? {} : { resource }),
    ...named('arguments', fields.template('Arguments')),
    transformation: config.oneOf(
      'Transformation',
      ['NONE', 'COMPACT', 'FLATTEN'],
      resource === undefined ? 'COMPACT' : 'NONE',
    ),
    outputType: config.oneOf('OutputType', ['JSON', 'JSONL'], 'JSON'),
  };
}
