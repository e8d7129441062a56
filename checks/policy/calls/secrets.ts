/** Checks of Secrets Manager (Service authorization reference). */
import { type Around, type Check, check, type Checks, anyResource, toArn, requestTags, resourceTags } from './check';
import { byName, type TagList } from './tag-ledger';

type Input = Readonly<Record<string, unknown>>;

const SERVICE = 'secretsmanager';

export const SECRETS: Readonly<Record<string, Checks>> = {
  CreateSecret: ({ input }, around) => {
    const { Name, Tags } = input as Input;
    const tags = requestTags(byName(Tags as TagList | undefined));
    // Secrets Manager appends random characters to the name.
    const resource = toArn(around, SERVICE, `secret:${String(Name)}-AbCdEf`);
    return [check(`${SERVICE}:CreateSecret`, resource, tags), check(`${SERVICE}:TagResource`, resource, tags)];
  },
  DescribeSecret: onSecret('DescribeSecret'),
  GetSecretValue: onSecret('GetSecretValue'),
  ListSecrets: anyResource(`${SERVICE}:ListSecrets`),
  DeleteSecret: onSecret('DeleteSecret'),
};

/** By its ARN, or by its name. */
function onSecret(action: string): Checks {
  return ({ input }, around: Around): readonly Check[] => {
    const id = String((input as Input)['SecretId']);
    const resource = id.startsWith('arn:') ? id : toArn(around, SERVICE, `secret:${id}-AbCdEf`);
    return [check(`${SERVICE}:${action}`, resource, resourceTags(around.ledger.of(id)))];
  };
}
