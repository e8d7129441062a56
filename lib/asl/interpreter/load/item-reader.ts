/** Compiles the ItemReader of a distributed Map: an object or a listing in S3, and its format. */
import type { CsvFormat, ItemReader } from '../machine';
import { toMember } from './optional-member';
import { type Fields, formatValue } from './fields';

const DELIMITERS = { COMMA: ',', PIPE: '|', SEMICOLON: ';', SPACE: ' ', TAB: '\t' } as const;
const DELIMITER_NAMES = ['COMMA', 'PIPE', 'SEMICOLON', 'SPACE', 'TAB'] as const;
const READER_CONFIG = ['InputType', 'MaxItems', 'CSVHeaderLocation', 'CSVHeaders', 'CSVDelimiter'];

/** Compiles an ItemReader (https://docs.aws.amazon.com/step-functions/latest/dg/input-output-itemreader.html). */
export function compileItemReader(fields: Fields): ItemReader {
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
  const maxItems = toMember('maxItems', config.numberTemplate('MaxItems', { min: 0, integer: true }));
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
