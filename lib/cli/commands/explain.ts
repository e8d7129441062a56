/** `fsxbench explain`: what a name of specs, answers and errors means. */
import { groupBy } from '../../shapes/group';
import { listed } from '../../shapes/suggest';
import { type Cli, UserError } from '../command';
import { find } from '../explain/find';
import { allTopics, type Group, GROUPS, type Topic } from '../explain/topics';
import { EXIT, type ExitCode } from '../outcome';
import { wrapText } from '../text/columns';

/**
 * Prints all that a name means, or without one what there is.
 * @throws UserError where nothing is called so
 */
export async function run(
  cli: Cli,
  args: readonly string[],
  options: Readonly<Record<string, unknown>>,
): Promise<ExitCode> {
  const topics = allTopics();
  const name = args.join(' ').trim();
  const print = (document: unknown, text: string): ExitCode => {
    cli.out.write(options['json'] === true ? `${JSON.stringify(document, null, 2)}\n` : text);
    return EXIT.done;
  };
  if (args.length === 0) {
    const byGroup = groupBy(topics, ({ group }) => group);
    const names = Object.fromEntries(
      (Object.keys(GROUPS) as Group[]).map((group) => [
        group,
        [...new Set((byGroup.get(group) ?? []).flatMap(namesOf))].sort(byName),
      ]),
    ) as Record<Group, string[]>;
    return print({ groups: names }, listText(names));
  }
  const { topics: found, near } = find(name, topics);
  if (found.length === 0) throw unknown(name, near);
  const documents = found.map(({ group, name: called, of, meaning, facts }) => ({
    group,
    name: called,
    of,
    meaning,
    facts,
  }));
  return print({ asked: name, topics: documents }, topicsText(found));
}

/** A word with what else it is called: nobody looks for `configuration` who has read of a cell. */
function namesOf({ group, name, also }: Topic): readonly string[] {
  return group === 'word' ? [name, ...also] : [name];
}

function byName(a: string, b: string): number {
  return a.localeCompare(b, 'en', { numeric: true });
}

function unknown(name: string, near: readonly string[]): UserError {
  const meant = near.length === 0 ? '' : ` Did you mean ${listed(near)}?`;
  return new UserError(
    'UnknownName',
    `nothing is called '${name}'.${meant} \`fsxbench explain\` lists all. Codes that \`fsxbench validate\` prints ` +
      'behind a problem are explained by its own text.',
  );
}

/** Each topic with its heading, its meaning and its facts. */
function topicsText(topics: readonly Topic[]): string {
  return topics.map(topicText).join('\n');
}

function topicText({ group, name, of, meaning, facts }: Topic): string {
  const whose = of.length === 0 ? '' : ` of ${of.join(', ')}`;
  const width = Math.max(...Object.keys(facts).map((fact) => fact.length), 0) + 2;
  const lines = Object.entries(facts).flatMap(([fact, text]) => wrapText(text, `  ${fact.padEnd(width)}`));
  return `${name} (${group}${whose})\n${[...wrapText(meaning, '  '), ...lines].join('\n')}\n`;
}

/** Names of all topics, group by group. */
function listText(names: Readonly<Record<Group, readonly string[]>>): string {
  const parts = (Object.keys(GROUPS) as Group[]).map(
    (group) => `${GROUPS[group]}\n${wrapText(names[group].join(', '), '  ').join('\n')}\n`,
  );
  return `${parts.join('\n')}\nfsxbench explain NAME says what one of them means.\n`;
}
