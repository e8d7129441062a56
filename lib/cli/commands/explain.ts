/** `fsxbench explain`: explains names of specs, answers and errors. */
import { existsSync, readFileSync } from 'node:fs';
import { groupBy } from '../../shapes/collections';
import { listNearest, joinNames } from '../../shapes/suggest';
import { type Cli, type Options, printAnswer, UserError } from '../command';
import data from '../commands.json';
import type { TopicGroup, Topic } from '../explain/topics';
import { EXIT, type ExitCode } from '../exit-code';
import { wrapText } from '../../report/lines';

/** Headings of the groups. */
const GROUPS = data.topics;

/** All topics: a bundle has them as a file, because making them evaluates all kinds. */
async function readTopics(): Promise<readonly Topic[]> {
  const bundled = new URL('topics.json', import.meta.url);
  if (existsSync(bundled)) return JSON.parse(readFileSync(bundled, 'utf8')) as readonly Topic[];
  return (await import('../explain/topics')).listTopics();
}

/** Prints all meanings of a name; without one, lists all names. @throws UserError for an unknown name */
export async function run(cli: Cli, args: readonly string[], options: Options): Promise<ExitCode> {
  const topics = await readTopics();
  const name = args.join(' ').trim();
  if (args.length === 0) {
    const byGroup = groupBy(topics, ({ group }) => group);
    const namesOf = (group: TopicGroup): string[] =>
      [...new Set((byGroup.get(group) ?? []).map(({ name }) => name))].sort((a, b) =>
        a.localeCompare(b, 'en', { numeric: true }),
      );
    const listing = Object.fromEntries((Object.keys(GROUPS) as TopicGroup[]).map((one) => [one, namesOf(one)]));
    printAnswer(cli, options, { groups: listing }, formatTopicList(listing));
    return EXIT.done;
  }
  // A name may have several words.
  const names = findTopics(name, topics).topics.length > 0 ? [name] : args;
  const found = names.flatMap((one) => {
    const { topics: own, near } = findTopics(one, topics);
    if (own.length === 0) throw makeUnknownNameError(one, near);
    return own;
  });
  const documents = found.map(({ also: _, values: __, ...shown }) => shown);
  printAnswer(cli, options, { requested: name, topics: documents }, found.map(formatTopic).join('\n'));
  return EXIT.done;
}

function makeUnknownNameError(name: string, near: readonly string[]): UserError {
  const meant = near.length === 0 ? '' : ` Did you mean ${joinNames(near)}?`;
  return new UserError('UnknownName', `unknown name '${name}'.${meant} \`npx fsxbench explain\` lists all names.`);
}

function formatTopic({ group, name, of, meaning, facts }: Topic): string {
  const whose = of.length === 0 ? '' : ` of ${of.join(', ')}`;
  const width = Math.max(...Object.keys(facts).map((fact) => fact.length), 0) + 2;
  const lines = Object.entries(facts).flatMap(([fact, text]) => wrapText(text, `  ${fact.padEnd(width)}`));
  return `${name} (${group}${whose})\n${[...wrapText(meaning, '  '), ...lines].join('\n')}\n`;
}

/** Names of all topics, group by group. */
function formatTopicList(listing: Readonly<Record<string, readonly string[]>>): string {
  const parts = Object.entries(listing).map(
    ([group, its]) => `${GROUPS[group as TopicGroup]}\n${wrapText(its.join(', '), '  ').join('\n')}\n`,
  );
  return `${parts.join('\n')}\nnpx fsxbench explain NAME explains one of them.\n`;
}

/** Maximum number of suggestions. */
const SUGGESTIONS_MAX = 6;

/** The topics of a name, or suggestions. */
interface Matches {
  readonly topics: readonly Topic[];
  /** Suggestions, only without a topic. */
  readonly near: readonly string[];
}

/**
 * Topics of a name, in any case. For a name that is only a word, also the settings that have it as a value.
 * @param name as typed; user-defined names in a path, such as `zfs` in `targets.zfs.storageGiB`, are ignored
 */
export function findTopics(name: string, topics: readonly Topic[]): Matches {
  const wanted = normalizeName(name);
  const joined = wanted.replaceAll(' ', '');
  const has = (its: readonly string[]): boolean =>
    its.some((known) => known.toLowerCase() === wanted || known.toLowerCase() === joined);
  const direct = topics.filter((one) => has([one.name, ...one.also]));
  const valued = direct.every(({ group }) => group === 'word') ? topics.filter(({ values }) => has(values)) : [];
  if (direct.length + valued.length > 0) return { topics: [...direct, ...valued], near: [] };
  const known = [...new Set(topics.flatMap((one) => [one.name, ...one.also.filter((also) => !also.includes('.'))]))];
  const parts = wanted.length < 3 ? [] : known.filter((one) => one.toLowerCase().includes(wanted));
  const near = new Set([...listNearest(wanted.split('.').at(-1) ?? '', known), ...parts]);
  return { topics: [], near: [...near].slice(0, SUGGESTIONS_MAX) };
}

/** Lower case, without user-defined names and the confidence level of an interval. */
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
