import { found, task } from '../machines';

describe('placeholder', () => {
  it.each(['${bucket}', '${Results Bucket}', '${Bucket', '${}'])('asks for PascalCase: %j', (text) => {
    expect(found({ A: task('aws-sdk:s3:getObject', { Bucket: text }) })).toEqual([
      expect.stringContaining('A placeholder: Arguments/Bucket: '),
    ]);
  });

  it('looks at the resource too', () => {
    expect(found({ A: task('lambda:invoke', {}, { Resource: '${function-arn}' }) })).toEqual([
      expect.stringContaining('placeholder: Resource: ${function-arn}'),
    ]);
  });

  it('wants quotes in an expression', () => {
    const output = (text: string): string[] => found({ A: { Type: 'Pass', Output: text, End: true } });
    expect(output("{% '${Bucket}' & '/x' %}")).toEqual([]);
    expect(output('{% 1 + ${Count} %}')).toContainEqual(expect.stringContaining('${Count} stands bare'));
  });
});
