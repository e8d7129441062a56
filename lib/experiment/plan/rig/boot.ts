/** What every EC2 host does first. */
import { DEFAULT_IMAGE, IMAGES, type ImageName } from '../../../shapes/images';
import { renderParts, renderScript } from '../../../workloads/shell';
import { type Commands, filesOf } from '../commands';
import type { RigInput } from './draft';

/**
 * The boot script of the hosts of a plan that have an image. It installs what commands need and the image lacks, and
 * stores the wrapper that runs them.
 */
export function bootOf(
  { scripts, bucket, expiresAt, region }: Pick<RigInput, 'scripts' | 'bucket' | 'expiresAt' | 'region'>,
  commands: Commands,
  image: ImageName = DEFAULT_IMAGE,
): string {
  const files = filesOf('host', scripts);
  const { cli, agent } = IMAGES[image];
  const comment = ['What a host does with a command.'];
  const wrapper = commands.store(
    renderParts(
      { comment, variables: {}, files: ['shell/remove.sh', 'attempts.sh', 'output.sh', 'run-script.sh'] },
      files,
    ),
  );
  const variables = {
    FSXBENCH_EXPIRES_AT: String(expiresAt),
    FSXBENCH_BUCKET: bucket,
    ...(agent === 'rpm' ? { FSXBENCH_REGION: region } : {}),
    FSXBENCH_WRAPPER_KEY: wrapper.key,
    FSXBENCH_WRAPPER_SHA256: wrapper.sha256,
  };
  const parts = ['boot.sh', ...(cli === 'zip' ? ['cli.sh'] : []), 'fetch.sh', ...(agent === 'rpm' ? ['agent.sh'] : [])];
  return renderScript({ comment: ['Boot of a host.'], variables, files: parts }, files);
}
