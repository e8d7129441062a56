/** `fsxbench explain`: what a name of specs, answers and errors means. */
import { groupBy } from '../../shapes/collections';
import { listNearest, joinNames } from '../../shapes/suggest';
import { type Cli, type Options, printAnswer, UserError } from '../command';
import { listTopics, type TopicGroup, GROUPS, type Topic } from '../explain/topics';
import { EXIT, type ExitCode } from '../outcome';
import { wrapText } from '../text/lines';

/**
 * Prints all that a name means, or without one what there is.
 * @throws UserError where nothing is called so
 */
export async function run(cli: Cli, args: readonly string[], options: Options): Promise<ExitCode> {
  const topics = listTopics();
  const name = args.join(' ').trim();
  if (args.length === 0) {
    const byGroup = groupBy(topics, ({ group }) => group);
    const namesOf = (group: TopicGroup): string[] =>
      [...new Set((byGroup.get(group) ?? []).map(({ name }) => name))].sort(compareNames);
    const listing = Object.fromEntries((Object.keys(GROUPS) as TopicGroup[]).map((one) => [one, namesOf(one)]));
    printAnswer(cli, options, { groups: listing }, listText(listing));
    return EXIT.done;
  }
  const { topics: found, near } = findTopics(name, topics);
  if (found.length === 0) throw unknownName(name, near);
  const documents = found.map(({ also: _, values: __, ...told }) => told);
  printAnswer(cli, options, { asked: name, topics: documents }, found.map(topicText).join('\n'));
  return EXIT.done;
}

function compareNames(a: string, b: string): number {
  return a.localeCompare(b, 'en', { numeric: true });
}

function unknownName(name: string, near: readonly string[]): UserError {
  const meant = near.length === 0 ? '' : ` Did you mean ${joinNames(near)}?`;
  return new UserError('UnknownName', `nothing is called '${name}'.${meant} \`npx fsxbench explain\` lists all.`);
}

/** With its heading, its meaning and its facts. */
function topicText({ group, name, of, meaning, facts }: Topic): string {
  const whose = of.length === 0 ? '' : ` of ${of.join(', ')}`;
  const width = Math.max(...Object.keys(facts).map((fact) => fact.length), 0) + 2;
  const lines = Object.entries(facts).flatMap(([fact, text]) => wrapText(text, `  ${fact.padEnd(width)}`));
  return `${name} (${group}${whose})\n${[...wrapText(meaning, '  '), ...lines].join('\n')}\n`;
}

/** Names of all topics, group by group. */
function listText(listing: Readonly<Record<string, readonly string[]>>): string {
  const parts = Object.entries(listing).map(
    ([group, its]) => `${GROUPS[group as TopicGroup]}\n${wrapText(its.join(', '), '  ').join('\n')}\n`,
  );
  return `${parts.join('\n')}\nnpx fsxbench explain NAME says what one of them means.\n`;
}

/** Most names that a message brings. */
const NEAR_MAX = 6;

/** What was found: topics, or names that may have been meant. */
interface Matches {
  readonly topics: readonly Topic[];
  /** Only where there is no topic. */
  readonly near: readonly string[];
}

/**
 * Topics of a name, whatever its case. What is no more than a word may be what settings are set to: they are told, too.
 * @param name as the user gave it; the names of a spec in a place, as `zfs` in `targets.zfs.storageGiB`, do not matter
 */
export function findTopics(name: string, topics: readonly Topic[]): Matches {
  const asked = normalizeName(name);
  const joined = asked.replaceAll(' ', '');
  const has = (its: readonly string[]): boolean =>
    its.some((known) => known.toLowerCase() === asked || known.toLowerCase() === joined);
  const direct = topics.filter((one) => has([one.name, ...one.also]));
  const valued = direct.every(({ group }) => group === 'word') ? topics.filter(({ values }) => has(values)) : [];
  if (direct.length + valued.length > 0) return { topics: [...direct, ...valued], near: [] };
  const known = [...new Set(topics.flatMap((one) => [one.name, ...one.also.filter((also) => !also.includes('.'))]))];
  const parts = asked.length < 3 ? [] : known.filter((one) => one.toLowerCase().includes(asked));
  const near = new Set([...listNearest(asked.split('.').at(-1) ?? '', known), ...parts]);
  return { topics: [], near: [...near].slice(0, NEAR_MAX) };
}

/** In small letters, without the names that a spec gives, and the level of an interval. */
function normalizeName(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replace(/^\d+(?:\.\d+)?\s?% /, '')
    .replace(/^(targets|workloads|criteria|fleet)\.[^.]+\.(?=.)/, '$1.')
    .replace(/^workloads\.events\.\d+\.(?=.)/, 'workloads.events.')
    .replace(/^published\.rows\.\d+\.(?=.)/, 'published.rows.')
    .replace(/^targets\.stages\.[^.]+\.(?=.)/, 'targets.')
    .replace(/^fleet\.mount\.each\.[^.]+\.(?=.)/, 'fleet.mount.');
}
