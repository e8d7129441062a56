/** What every EC2 host does first. */
import { renderParts, renderScript } from '../../../workloads/shell';
import { type Commands, filesOf } from '../commands';
import type { RigInput } from './draft';

/** The boot script of all hosts of a plan. It stores the wrapper that runs their commands. */
export function bootOf(
  { scripts, bucket, expiresAt }: Pick<RigInput, 'scripts' | 'bucket' | 'expiresAt'>,
  commands: Commands,
): string {
  const files = filesOf('host', scripts);
  const comment = ['What a host does with a command.'];
  const wrapper = commands.store(
    renderParts({ comment, variables: {}, files: ['attempts.sh', 'output.sh', 'run-script.sh'] }, files),
  );
  const variables = {
    FSXBENCH_EXPIRES_AT: String(expiresAt),
    FSXBENCH_BUCKET: bucket,
    FSXBENCH_WRAPPER_KEY: wrapper.key,
    FSXBENCH_WRAPPER_SHA256: wrapper.sha256,
  };
  return renderScript({ comment: ['Boot of a host.'], variables, files: ['boot.sh'] }, files);
}
