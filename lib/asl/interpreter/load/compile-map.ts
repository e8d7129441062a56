/** Compiles a Map state, with the fields that only inline or only distributed Maps may have, and its ItemReader. */
import type { DistributedMap, MapState, StateGroup, CsvFormat, ItemReader } from '../machine';
import { type Fields, formatValue, toMember } from './fields';

const MAP_FIELDS = [
  'Items',
  'ItemSelector',
  'MaxConcurrency',
  'ItemProcessor',
  'ToleratedFailureCount',
  'ToleratedFailurePercentage',
];
const DISTRIBUTED_FIELDS = ['ItemReader', 'Label'];
/** Fields of Step Functions that no machine of the project uses; the interpreter refuses them. */
const NOT_SUPPORTED = ['ItemBatcher', 'ResultWriter'];

/**
 * Maximum length of a label, and characters that it may not contain
 * (https://docs.aws.amazon.com/step-functions/latest/dg/state-map-distributed.html).
 */
const LABEL_MAX = 40;
const LABEL_BARRED = /[\s?*<>{}[\]:;,\\|^~$#%&`"\u0000-\u001f\u007f-\u009f]/;

const COUNT = { min: 0, integer: true };

/** Compiles the fields of a Map. @param fallible the compiled fields that every state with Retry and Catch may have. */
export function compileMap(
  fields: Fields,
  name: string,
  outer: ReadonlySet<string>,
  fallible: readonly string[],
): Omit<MapState, 'next' | 'output' | 'assign' | 'retry' | 'catch'> {
  fields.only([...fallible, ...MAP_FIELDS, ...DISTRIBUTED_FIELDS, ...NOT_SUPPORTED]);
  for (const field of NOT_SUPPORTED)
    if (fields.has(field)) fields.problem(field, 'is not supported by this interpreter');
  const processor = fields.inner(fields.get('ItemProcessor'), 'ItemProcessor');
  processor.only(['StartAt', 'States', 'ProcessorConfig', 'Comment']);
  const config = processor.inner(processor.get('ProcessorConfig') ?? {}, 'ProcessorConfig');
  config.only(['Mode', 'ExecutionType']);
  config.oneOf('ExecutionType', ['STANDARD', 'EXPRESS'], 'STANDARD');
  const distributed = config.oneOf('Mode', ['INLINE', 'DISTRIBUTED'], 'INLINE') === 'DISTRIBUTED';
  if (!distributed && fields.has('ItemReader'))
    fields.problem('ItemReader', 'is only for a Map whose ProcessorConfig has "Mode": "DISTRIBUTED"');
  if (fields.has('Items') && fields.has('ItemReader'))
    fields.problem('ItemReader', 'a Map has either Items or ItemReader');
  const items = fields.get('Items');
  if (items !== undefined && typeof items !== 'string' && !Array.isArray(items)) {
    fields.problem('Items', `must be a list or an expression {% … %}, found ${formatValue(items)}`);
  }
  // Children of a distributed Map have separate scopes, in which outer variables are invisible and cause no conflicts.
  const group: StateGroup = fields.loading.group(processor, distributed ? new Set() : outer);
  return {
    type: 'Map',
    name,
    processor: group,
    ...toMember('items', fields.template('Items')),
    ...toMember('itemSelector', fields.template('ItemSelector')),
    ...toMember('maxConcurrency', fields.numberTemplate('MaxConcurrency', COUNT)),
    ...toMember('toleratedFailureCount', fields.numberTemplate('ToleratedFailureCount', COUNT)),
    ...toMember(
      'toleratedFailurePercentage',
      fields.numberTemplate('ToleratedFailurePercentage', { min: 0, max: 100 }),
    ),
    ...(distributed ? { distributed: compileDistributed(fields, name) } : {}),
  };
}

function compileDistributed(fields: Fields, name: string): DistributedMap {
  const label = fields.text('Label') ?? name.replace(new RegExp(LABEL_BARRED, 'g'), '').slice(0, LABEL_MAX);
  if (label === '' || label.length > LABEL_MAX || LABEL_BARRED.test(label)) {
    fields.problem(
      'Label',
      `must have 1 to ${LABEL_MAX} characters, without blanks and any of ?*<>{}[]:;,\\|^~$#%&\`", ` +
        `found ${formatValue(label)}`,
    );
  }
  return {
    label,
    ...(fields.has('ItemReader')
      ? { reader: compileItemReader(fields.inner(fields.get('ItemReader'), 'ItemReader')) }
      : {}),
  };
}

const DELIMITERS = { COMMA: ',', PIPE: '|', SEMICOLON: ';', SPACE: ' ', TAB: '\t' } as const;
const DELIMITER_NAMES = ['COMMA', 'PIPE', 'SEMICOLON', 'SPACE', 'TAB'] as const;
const READER_CONFIG = ['InputType', 'MaxItems', 'CSVHeaderLocation', 'CSVHeaders', 'CSVDelimiter'];

/**
 * Compiles an ItemReader: an object or a listing in S3, and its format
 * (https://docs.aws.amazon.com/step-functions/latest/dg/input-output-itemreader.html).
 */
function compileItemReader(fields: Fields): ItemReader {
  fields.only(['Resource', 'Arguments', 'ReaderConfig']);
  const resource = fields.requiredText('Resource', 'an ItemReader needs the ARN of an S3 call');
  const lists = resource.endsWith(':s3:listObjectsV2');
  if (resource !== '' && !lists && !resource.endsWith(':s3:getObject')) {
    fields.problem(
      'Resource',
      `must be "arn:aws:states:::s3:getObject" or "…:s3:listObjectsV2", found ${formatValue(resource)}`,
    );
  }
  const config = fields.inner(fields.get('ReaderConfig') ?? {}, 'ReaderConfig');
  config.only(READER_CONFIG);
  const maxItems = toMember('maxItems', config.numberTemplate('MaxItems', COUNT));
  const base = { resource, ...toMember('arguments', fields.template('Arguments')), ...maxItems };
  if (lists) return base;
  if (!config.has('InputType')) config.problem('InputType', 'is missing; set the format of the object: JSON or CSV');
  const format = config.oneOf('InputType', ['JSON', 'CSV'], 'JSON');
  return {
    ...base,
    format,
    ...(format === 'CSV' ? { csv: compileCsvFormat(config) } : {}),
  };
}

function compileCsvFormat(config: Fields): CsvFormat {
  if (!config.has('CSVHeaderLocation')) config.problem('CSVHeaderLocation', 'is missing; FIRST_ROW or GIVEN');
  const given = config.oneOf('CSVHeaderLocation', ['FIRST_ROW', 'GIVEN'], 'FIRST_ROW') === 'GIVEN';
  const headers = config.list('CSVHeaders').map(String);
  if (given && headers.length === 0)
    config.problem('CSVHeaders', 'is missing; GIVEN headers are a list of column names');
  const delimiter = DELIMITERS[config.oneOf('CSVDelimiter', DELIMITER_NAMES, 'COMMA')];
  return given ? { headers, delimiter } : { delimiter };
}
