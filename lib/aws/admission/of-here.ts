/** Region and account that an ARN is of, held against those of the deployment. */

interface Place {
  readonly region: string;
  readonly account: string;
}

/** `arn:<partition>:<service>:<region>:<account>:…` */
function placeOf(arn: string): Place {
  const [, , , region = '', account = ''] = arn.split(':');
  return { region, account };
}

/** Whether both are of one Region and account. @param own an ARN of the deployment */
export function isOfHere(arn: string, own: string): boolean {
  const [one, other] = [placeOf(arn), placeOf(own)];
  return one.region === other.region && one.account === other.account;
}

/** Of which Region and account, e.g. `us-east-1 of account 123456789012`. */
export function placeText(arn: string): string {
  const { region, account } = placeOf(arn);
  return `${region} of account ${account}`;
}
