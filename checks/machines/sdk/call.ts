/** Which call of the SDK stands behind a Resource. */

/** A call by an integration of Step Functions. */
export interface SdkCall {
  /** Name of the service as in `aws-sdk:NAME`. */
  readonly service: string;
  readonly action: string;
  /** How: by the general integration, or by one that the service made for this call. */
  readonly by: 'aws-sdk' | 'optimised';
  /** The answer is not that of the call: it is waited for something else. */
  readonly waits: boolean;
}

const GENERAL = /^arn:[^:]*:states:[^:]*:[^:]*:aws-sdk:([a-z0-9]+):([A-Za-z0-9]+?)(\.waitForTaskToken)?$/;
const OPTIMISED = /^arn:[^:]*:states:[^:]*:[^:]*:(states|sns):([A-Za-z]+?)((?:\.sync(?::2)?|\.waitForTaskToken)?)$/;
/** Names of the services behind optimised integrations whose arguments are those of the SDK. */
const SERVICES: Readonly<Record<string, string>> = { states: 'sfn', sns: 'sns' };

/**
 * The call behind a Resource; null for functions, activities, and integrations with arguments of their own (Lambda:
 * https://docs.aws.amazon.com/step-functions/latest/dg/connect-lambda.html).
 */
export function sdkCallOf(resource: string): SdkCall | null {
  const [, service, action, token] = GENERAL.exec(resource) ?? [];
  if (service !== undefined && action !== undefined)
    return { service, action, by: 'aws-sdk', waits: token !== undefined };
  const [, short = '', done, form = ''] = OPTIMISED.exec(resource) ?? [];
  const named = SERVICES[short];
  return named === undefined || done === undefined
    ? null
    : { service: named, action: done, by: 'optimised', waits: form !== '' };
}
