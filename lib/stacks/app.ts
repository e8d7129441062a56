/** The CDK app with both stacks of one deployment. */
import { App, type AppProps, Tags } from 'aws-cdk-lib';
import { CURRENT_VERSION_EXPIRED_FLAGS, FLAGS } from 'aws-cdk-lib/cx-api';
import { BenchStack } from './bench-stack';
import type { Files } from './files';
import { Names } from './names';
import { SafetyStack } from './safety-stack';
import type { Settings } from './settings';

/**
 * Feature flags of the CDK, whose defaults differ between versions (CDK guide, Feature flags): all others stay as they
 * are without a setting. The CDK asks for each to be set.
 */
const CDK_FLAGS = {
  ...Object.fromEntries(
    Object.entries(FLAGS)
      .filter(([name]) => !CURRENT_VERSION_EXPIRED_FLAGS.includes(name))
      .map(([name, { unconfiguredBehavesLike: as }]) => [name, as?.v2 ?? false]),
  ),
  // With this flag, the bucket cannot be deleted before the bench stack, which uses it.
  '@aws-cdk/core:defaultCrossStackReferences': 'strong',
  '@aws-cdk/core:target-partitions': ['aws', 'aws-cn', 'aws-us-gov'],
  '@aws-cdk/aws-iam:minimizePolicies': true,
  '@aws-cdk/core:checkSecretUsage': true,
  '@aws-cdk/aws-s3:publicAccessBlockedByDefault': true,
  '@aws-cdk/aws-lambda:useCdkManagedLogGroup': true,
};

/** An app without telemetry and with reproducible templates. */
export function makeApp(props: AppProps = {}): App {
  return new App({ analyticsReporting: false, postCliContext: CDK_FLAGS, ...props });
}

/**
 * Adds both stacks, for the account and Region of the deploying credentials; makes no lookup.
 * @throws FsxbenchError `MachineFilesInvalid` for machine files that cannot be deployed
 */
export function addStacks(app: App, settings: Settings, files: Files): { safety: SafetyStack; bench: BenchStack } {
  const names = new Names(settings.stackName);
  const safety = new SafetyStack(app, names.stack('safety'), { names, settings, files });
  const bench = new BenchStack(app, names.stack('bench'), { names, settings, files, bucket: safety.bucket });
  // The machines that delete resources must exist before anything can create resources.
  bench.addStackDependency(safety);
  for (const { key, value } of settings.tags ?? []) Tags.of(app).add(key, value);
  // Removes the CDK's explicit dependencies on roles: CloudFormation derives them.
  for (const stack of [safety, bench]) {
    stack.templateOptions.metadata = { 'cfn-lint': { config: { ignore_checks: ['W3005'] } } };
  }
  return { safety, bench };
}
