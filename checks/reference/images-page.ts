/** `docs/reference/images.md`, from the records of images. */
import { ARCHITECTURES, IMAGE_NAMES, type ImageFacts, IMAGES } from '../../lib/shapes/images';

/** The whole page. */
export function imagesPage(): string {
  const rows = IMAGE_NAMES.map((name) => `| \`${name}\` | ${toCells(IMAGES[name]).join(' | ')} |`);
  const sources = IMAGE_NAMES.map((name) => `- \`${name}\`: ${IMAGES[name].source}`);
  return `# Images of hosts

Made by \`npm run reference\` from \`lib/shapes/images.ts\`.

\`fleet.ROLE.image\` says what the hosts of a role are launched from; left out, \`al2023\`. It may be a factor
(\`image: $image\`): each level is a fleet of its own, with rigs of its own. Each is there for
${ARCHITECTURES.join(' and ')}; which of them is taken follows from the instance type (Graviton is arm64).

| image | what it is | found by | root device and volume | price | agent of Systems Manager | AWS CLI 2 | packages |
| --- | --- | --- | --- | --- | --- | --- | --- |
${rows.join('\n')}

The newest one is that of the highest version in its name, and of those the one that was made last. It is found when an
execution is admitted, stands in its plan (\`images\`), and is the same for all of its hosts; where there is none the
execution is refused (\`ImageNotFound\`). The image of the deployment stays until it is deployed again, or is the one
that its setting \`imageId\` names, for instance types with the processors that \`hostCpu\` says.

User data hold at most 4 KB: they set the timer that ends the host, install what the image lacks, and fetch what runs
scripts, whose SHA-256 they check. A host where one of these fails ends itself.

Ubuntu has its packages from mirrors that speak HTTP only: the deployment must let hosts out to them
(\`-c httpPackages=true\`), else admission refuses. The Lustre client is installed on Amazon Linux 2023 only
(\`NotOnImage\`). What nobody has tried on AWS stands in [aws-checklist.md](../aws-checklist.md).

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
