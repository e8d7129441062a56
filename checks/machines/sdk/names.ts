/**
 * How Step Functions spells the members of the SDK: as the Java SDK v2 does, which is certain for plain names and for
 * an acronym at the beginning, and proven for no acronym inside
 * (https://docs.aws.amazon.com/step-functions/latest/dg/supported-services-awssdk.html).
 */

/** A member in an integration: how it is spelt, and whether that is certain. */
export interface Spelling {
  readonly name: string;
  readonly certain: boolean;
}

const LEADING = /^[A-Z]{2,}(?=[A-Z][a-z]|$)/;
const INNER = /[A-Z]{2}/;

/** `DNSName` → `DnsName`, certain; `name` → `Name`; `OpenZFSConfiguration` and `ResourceARN` as they are, uncertain. */
export function spelling(member: string): Spelling {
  const capital = member.slice(0, 1).toUpperCase() + member.slice(1);
  const acronym = LEADING.exec(capital)?.[0] ?? '';
  const name = acronym.slice(0, 1) + acronym.slice(1).toLowerCase() + capital.slice(acronym.length);
  // A single capital before a word is a word of its own, as in ETag.
  const rest = name.replace(/^[A-Z](?=[A-Z][a-z])/, '').slice(1);
  return { name, certain: !INNER.test(rest) };
}

/** What is wrong with a member name in an integration; null for nothing. */
export function memberComplaint(given: string, members: readonly string[]): string | null {
  const same = members.find((member) => member.toLowerCase() === given.toLowerCase());
  if (same === undefined) return `is none of ${list(members)}`;
  const { name, certain } = spelling(same);
  if (!certain) {
    return (
      `has an acronym inside (the SDK says ${same}), of which nobody has shown how Step Functions spells it; ` +
      'make this call in a lambda'
    );
  }
  return name === given ? null : `is spelt ${name} in an integration`;
}

/** Longest list that a message shows. */
const SHOWN = 30;

function list(members: readonly string[]): string {
  const names = members.map((member) => spelling(member).name).toSorted();
  return names.length <= SHOWN
    ? names.join(', ')
    : `${names.slice(0, SHOWN).join(', ')} and ${names.length - SHOWN} more`;
}
