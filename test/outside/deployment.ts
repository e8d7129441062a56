/** Both stacks of a synthesized deployment, created by moto as `cdk deploy` does. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CreateBucketCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { PutParameterCommand, SSMClient } from '@aws-sdk/client-ssm';
import { askQuery, makeClientConfig, REGION } from './ask';
import { type Moto, MOTO_ACCOUNT } from './moto';

/** Resources of the CDK's bootstrap (CDK guide, Bootstrapping: names with the default qualifier). */
export const ASSETS = `cdk-hnb659fds-assets-${MOTO_ACCOUNT}-${REGION}`;
const VERSION = '/cdk-bootstrap/hnb659fds/version';

/** Members of `<stack>.assets.json` that an upload needs. */
interface Assets {
  readonly files: Readonly<
    Record<
      string,
      {
        readonly source: { readonly path: string; readonly packaging: 'file' | 'zip' };
        readonly destinations: Readonly<Record<string, { readonly objectKey: string }>>;
      }
    >
  >;
}

/** An empty archive: moto stores the code of functions and reads it only when it runs them. */
const EMPTY_ZIP = Buffer.from(`504b0506${'00'.repeat(18)}`, 'hex');

/** Creates the resources of the CDK's bootstrap, unless they exist. */
export async function createBootstrap(moto: Moto): Promise<void> {
  const s3 = new S3Client(makeClientConfig(moto));
  const location = { LocationConstraint: REGION } as const;
  await s3
    .send(new CreateBucketCommand({ Bucket: ASSETS, CreateBucketConfiguration: location }))
    .catch((error: unknown) => {
      if ((error as Error).name !== 'BucketAlreadyOwnedByYou') throw error;
    });
  const ssm = new SSMClient(makeClientConfig(moto));
  await ssm.send(new PutParameterCommand({ Name: VERSION, Value: '30', Type: 'String', Overwrite: true }));
}

/**
 * Uploads the assets and creates the stacks, one after another.
 * @param folder of the assembly
 * @throws Error with moto's answer, where it refuses one
 */
export async function createStacks(moto: Moto, folder: string, stacks: readonly string[]): Promise<void> {
  const s3 = new S3Client(makeClientConfig(moto));
  await createBootstrap(moto);
  for (const stack of stacks) {
    const { files } = JSON.parse(readFileSync(join(folder, `${stack}.assets.json`), 'utf8')) as Assets;
    let template = '';
    for (const { source, destinations } of Object.values(files)) {
      const Body = source.packaging === 'zip' ? EMPTY_ZIP : readFileSync(join(folder, source.path));
      for (const { objectKey } of Object.values(destinations)) {
        await s3.send(new PutObjectCommand({ Bucket: ASSETS, Key: objectKey, Body }));
        if (source.path === `${stack}.template.json`) template = objectKey;
      }
    }
    await askQuery(moto, 'cloudformation', 'CreateStack', {
      StackName: stack,
      TemplateURL: `https://${ASSETS}.s3.${REGION}.amazonaws.com/${template}`,
      'Capabilities.member.1': 'CAPABILITY_IAM',
    });
  }
}
