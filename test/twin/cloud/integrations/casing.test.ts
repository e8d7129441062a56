import { sdkInput, stateResult } from '../../../../lib/twin/cloud/integrations/casing';

describe('sdkInput', () => {
  it('spells members as the SDK does', () => {
    expect(sdkInput('sfn', 'DescribeExecution', { ExecutionArn: 'a' })).toEqual({ executionArn: 'a' });
    expect(sdkInput('ec2', 'CreateFleet', { ClientToken: 't', Type: 'instant' })).toEqual({
      ClientToken: 't',
      Type: 'instant',
    });
  });

  it.each([
    ['s3', 'PutObject', 'Body'],
    ['sns', 'Publish', 'Message'],
    ['lambda', 'Invoke', 'Payload'],
  ])('sends JSON as its text where %s:%s wants text', (service, action, member) => {
    expect(sdkInput(service, action, { [member]: { Dict: 'Value' } })).toEqual({ [member]: '{"Dict":"Value"}' });
  });

  it.each([
    ['sns', 'Publish', 'Message'],
    ['lambda', 'Invoke', 'Payload'],
  ])('leaves texts of %s:%s as they are', (service, action, member) => {
    expect(sdkInput(service, action, { [member]: 'as it is' })).toEqual({ [member]: 'as it is' });
  });

  it('puts quotes around a text that is to be the body of an object, as AWS was recorded to do', () => {
    expect(sdkInput('s3', 'PutObject', { Body: 'text data' })).toEqual({ Body: '"text data"' });
  });

  it('sends the input of an execution as text', () => {
    expect(sdkInput('sfn', 'StartExecution', { Input: { a: [1] } })).toEqual({ input: '{"a":[1]}' });
  });

  it('takes null for nothing given, but for a payload', () => {
    expect(sdkInput('sfn', 'StartExecution', { StateMachineArn: 'a', Input: null })).toEqual({ stateMachineArn: 'a' });
    expect(sdkInput('lambda', 'Invoke', { FunctionName: 'f', Payload: null })).toEqual({
      FunctionName: 'f',
      Payload: 'null',
    });
  });

  it('refuses members in camel case, and arguments that are no object', () => {
    expect(() => sdkInput('sfn', 'DescribeExecution', { executionArn: 'a' })).toThrow(
      "The field 'executionArn' is not supported",
    );
    for (const args of [null, [], 'x', undefined]) {
      expect(() => sdkInput('s3', 'GetObject', args)).toThrow('Arguments must be an object');
    }
  });
});

describe('stateResult', () => {
  it('gives dates as texts, and drops what is not part of the answer', () => {
    const output = {
      LastModified: new Date(0),
      ETag: '"x"',
      Left: undefined,
      $metadata: {},
      List: [{ At: new Date(1) }],
    };
    expect(stateResult('s3', output)).toEqual({
      LastModified: '1970-01-01T00:00:00.000Z',
      ETag: '"x"',
      List: [{ At: '1970-01-01T00:00:00.001Z' }],
    });
  });

  it('spells Step Functions in Pascal case at every depth, texts untouched', () => {
    expect(
      stateResult('sfn', { input: '{"aB":1}', inputDetails: { included: true }, executions: [{ name: 'n' }] }),
    ).toEqual({ Input: '{"aB":1}', InputDetails: { Included: true }, Executions: [{ Name: 'n' }] });
  });
});
