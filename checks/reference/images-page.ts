/** The table and the sources of `docs/reference/images.md`, from the records of images. */
import { IMAGE_NAMES, type ImageFacts, IMAGES } from '../../lib/shapes/images';
import { markdownTable, replacePart } from '../tables';

const HEAD = [
  'image',
  'what it is',
  'found by',
  'root device and volume',
  'price',
  'agent of Systems Manager',
  'AWS CLI 2',
  'packages',
];

export function imagesPage(now: string): string {
  const rows = IMAGE_NAMES.map((name) => [`\`${name}\``, ...toCells(IMAGES[name])]);
  const sources = IMAGE_NAMES.map((name) => `- \`${name}\`: ${IMAGES[name].source}`);
  return replacePart(replacePart(now, 'images', markdownTable(HEAD, rows)), 'sources', sources.join('\n'));
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
