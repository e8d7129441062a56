/** How topics are printed. */
import { type Group, GROUPS, type Topic } from '../explain/topic';

/** Longest line of text: of lists and of meanings. */
const WIDTH = 100;

/** Each topic with its heading, its meaning and its facts. */
export function topicsText(topics: readonly Topic[]): string {
  return topics.map(topicText).join('\n');
}

function topicText({ group, name, of, meaning, facts }: Topic): string {
  const whose = of.length === 0 ? '' : ` of ${of.join(', ')}`;
  const width = Math.max(...Object.keys(facts).map((fact) => fact.length), 0) + 2;
  const lines = Object.entries(facts).map(([fact, text]) => wrapped(text, `  ${fact.padEnd(width)}`));
  return `${name} (${group}${whose})\n${[wrapped(meaning, '  '), ...lines].join('\n')}\n`;
}

/** Names of all topics, group by group. */
export function listText(names: Readonly<Record<Group, readonly string[]>>): string {
  const parts = (Object.keys(GROUPS) as Group[]).map(
    (group) => `${GROUPS[group]}\n${wrapped(names[group].join(', '), '  ')}\n`,
  );
  return `${parts.join('\n')}\nfsxbench explain NAME says what one of them means.\n`;
}

/** A text in lines, the first of them behind `head`, the others as far from the edge. A word is never broken. */
function wrapped(text: string, head: string): string {
  const lines: string[] = [];
  let line = head;
  for (const word of text.split(' ')) {
    const longer = line.trim() === '' || line === head ? `${line}${word}` : `${line} ${word}`;
    if (longer.length > WIDTH && line !== head && line.trim() !== '') {
      lines.push(line);
      line = `${' '.repeat(head.length)}${word}`;
    } else line = longer;
  }
  return [...lines, line].join('\n');
}
