/** Slips of the whole text, after which nothing else can be said with certainty: each is one problem. */
import { expected } from '../../shapes/errors';
import { errorAt, type Problem } from '../../shapes/problem';
import { SECTIONS } from '../../shapes/spec';
import { isMapping, type Mapping } from './mapping';
import { bracedReference, referenceOf, REFERRING, scalarsIn } from './reference';
import { unknownKey } from './schema-problems';
import { show } from './show-value';

/** Keys that are no section, and references in braces, as other programs write them; `x-…` is a place for anchors. */
export function misspelt(raw: Mapping): Problem[] {
  const sections = Object.keys(raw)
    .filter((key) => !(SECTIONS as readonly string[]).includes(key) && !key.startsWith('x-'))
    .map((key) => unknownKey([key], SECTIONS));
  const factors = isMapping(raw['factors']) ? raw['factors'] : {};
  const braces = REFERRING.flatMap((section) => scalarsIn(raw[section], [section])).flatMap(({ value, path }) => {
    const meant = bracedReference(value);
    // What is no factor is a text.
    if (meant === undefined || !Object.hasOwn(factors, expected(referenceOf(meant), meant).factor)) return [];
    return [errorAt('BadReference', path, `found ${show(value)}; a reference has no braces: write \`${meant}\``)];
  });
  return [...sections, ...braces];
}
