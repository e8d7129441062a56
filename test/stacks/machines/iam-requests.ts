/** Calls of an execution as requests that IAM evaluates. */
/** The IAM action of an SDK call. */
export function toIamAction(service: string, action: string): string {
  if (service === 'lambda') return 'lambda:InvokeFunction';
  if (action === 'ListObjectsV2') return 's3:ListBucket';
  const names: Readonly<Record<string, string>> = { sfn: 'states', efs: 'elasticfilesystem' };
  return `${names[service] ?? service}:${action}`;
}

/** The resource that IAM looks at; for a call that knows none, or makes one, something that only fits its pattern. */
export function makeResourceArn(service: string, action: string, input: Readonly<Record<string, string>>): string {
  const ec2 = 'arn:aws:ec2:xx-local-1:000000000000';
  if (service === 's3') return `arn:aws:s3:::${input['Bucket']}${input['Key'] === undefined ? '' : `/${input['Key']}`}`;
  if (service === 'ssm' && action === 'SendCommand')
    return `arn:aws:ssm:xx-local-1:000000000000:document/${input['DocumentName']}`;
  if (action === 'PutEvents') return 'arn:aws:events:xx-local-1:000000000000:event-bus/default';
  if (action === 'CreateFleet') return `${ec2}:fleet/fleet-1`;
  if (action.endsWith('LaunchTemplate')) return `${ec2}:launch-template/lt-1`;
  if (action === 'TerminateInstances') return `${ec2}:instance/i-1`;
  const named = ['FunctionName', 'stateMachineArn', 'executionArn', 'mapRunArn', 'TopicArn'].map((key) => input[key]);
  return named.find((one) => one !== undefined) ?? '*';
}
