import { Commands } from '../../../../lib/experiment/plan/commands';
import { bootOf } from '../../../../lib/experiment/plan/rig/rigs';
import { timingOf } from '../../../../lib/experiment/plan/timing';
import { readScripts } from '../../../../lib/aws/scripts';
import { IMAGE_NAMES, IMAGES, type ImageName } from '../../../../lib/shapes/images';
import { layout } from '../../../../lib/shapes/layout';
import type { ScriptFiles } from '../../../../lib/workloads/contract';

/** What the issue allows of user data, in bytes; EC2 takes 16,384 before they are encoded. */
const MOST = 4096;
/** As long as names may be: 63 characters of a bucket, 48 of an execution, the longest Region. */
const BUCKET = 'b'.repeat(63);
const REGION = 'ap-northeast-1';

let scripts: ScriptFiles;
beforeAll(async () => {
  scripts = await readScripts('workloads');
});

function boot(image?: ImageName): string {
  const keys = layout('e'.repeat(48), 'x'.repeat(48));
  const commands = new Commands(keys, timingOf(false, 8, 1, { files: 0, asked: [] }));
  return bootOf({ scripts, bucket: BUCKET, expiresAt: 1_800_000_000, region: REGION }, commands, image);
}

describe('user data of a host', () => {
  it.each(IMAGE_NAMES)('only fetches: at most 4 KB for %s, and its end is set before all else', (image) => {
    const text = boot(image);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(MOST);
    const [timer, ...later] = ['systemd-run', 'again timeout 60 aws', 'curl', 'dnf'].map((word) => text.indexOf(word));
    for (const place of later) expect(place === -1 || place > (timer ?? 0)).toBe(true);
  });

  it.each(IMAGE_NAMES)('installs what %s lacks, and nothing else', (image) => {
    const { cli, agent } = IMAGES[image];
    const text = boot(image);
    expect(text.includes('https://awscli.amazonaws.com/')).toBe(cli === 'zip');
    expect(text.includes('amazon-ssm-agent.rpm')).toBe(agent === 'rpm');
    expect(text.includes(`FSXBENCH_REGION='${REGION}'`) || text.includes(`FSXBENCH_REGION=${REGION}`)).toBe(
      agent === 'rpm',
    );
  });

  it('is that of Amazon Linux 2023 where nobody says which', () => expect(boot()).toBe(boot('al2023')));
});
