/** `docs/reference/images.md`, from the records of images. */
import { ARCHITECTURES, IMAGE_NAMES, type ImageFacts, IMAGES } from '../../lib/shapes/images';

/** The whole page. */
export function imagesPage(): string {
  const rows = IMAGE_NAMES.map((name) => `| \`${name}\` | ${toCells(IMAGES[name]).join(' | ')} |`);
  const sources = IMAGE_NAMES.map((name) => `- \`${name}\`: ${IMAGES[name].source}`);
  return `# Images of hosts

Made by \`npm run reference\` from \`lib/shapes/images.ts\`.

\`fleet.ROLE.image\` is the image that hosts of a role start from; the default is \`al2023\`. It may be a factor
(\`image: $image\`): each value gets a separate fleet and separate rigs. Each image exists for
${ARCHITECTURES.join(' and ')}; the instance type decides which one is used (Graviton is arm64).

| image | what it is | found by | root device and volume | price | agent of Systems Manager | AWS CLI 2 | packages |
| --- | --- | --- | --- | --- | --- | --- | --- |
${rows.join('\n')}

The newest image has the highest version in its name, and was created last among those. Admission finds it and writes
it into the plan (\`images\`). All hosts of the execution use it. Without one, admission refuses (\`ImageNotFound\`).
The image of the deployment stays until you deploy again. The setting \`imageId\` names another one, for instance types
with the processors of \`hostCpu\`.

User data takes at most 4 KB. It sets the timer that terminates the host, installs missing packages, fetches the script
runner and checks its SHA-256. If a step fails, the host terminates itself.

Ubuntu gets its packages from mirrors that speak HTTP only. The deployment must allow hosts to reach them
(\`-c httpPackages=true\`), otherwise admission refuses. The Lustre client is installed on Amazon Linux 2023 only
(\`NotOnImage\`). What was never tried on AWS is listed in [aws-checklist.md](../aws-checklist.md).

## Sources

${sources.join('\n')}
`;
}

function toCells({ title, found, rootDevice, root, price, agent, cli, packages }: ImageFacts): string[] {
  return [
    title,
    found.by === 'deployment' ? 'the deployment' : `newest of owner ${found.owner}, \`${found.names.x86_64}\``,
    `\`${rootDevice}\`, ${root.VolumeType}, ${root.VolumeSize} GiB`,
    `\`TYPE.${price}.ondemand\``,
    agent === 'rpm' ? "package from the Region's bucket" : 'on it',
    cli === 'zip' ? 'archive from awscli.amazonaws.com' : 'on it',
    packages,
  ];
}
