/** References of targets, fleet and workloads to factors that do not exist, and factors that nothing refers to. */
import { RESERVED } from '../../../shapes/spec';
import type { Path, Problem } from '../../../shapes/problem';
import type { Factor } from '../../language/level';
import { referencesIn, REFERRING, scalarsIn } from '../../language/reference';
import type { Sections } from '../../language/sections';
import { allowedNames, listed } from '../../../shapes/suggest';

/**
 * References to factors or settings that do not exist, and factors that nothing refers to.
 * @param whole all sections could be read: else it is not known what refers to a factor
 */
export function checkReferences(sections: Sections, factors: readonly Factor[], whole: boolean): Problem[] {
  const used = new Set<string>();
  const problems = REFERRING.flatMap((section) =>
    referencesIn(sections[section], [section]).flatMap(({ reference, path }) => {
      used.add(reference.factor);
      return referenceFault(reference.factor, reference.field, path, factors);
    }),
  );
  // A misspelt reference leaves a factor unused: saying so twice helps nobody.
  const unused =
    problems.length > 0 || !whole ? [] : factors.filter((factor) => !used.has(factor.name) && !factor.broken);
  return [...problems, ...unused.map((factor) => unusedFactor(factor)), ...literalDollars(sections, factors)];
}

function referenceFault(name: string, field: string | undefined, path: Path, factors: readonly Factor[]): Problem[] {
  const factor = factors.find((one) => one.name === name);
  if (factor === undefined) {
    const message = `\`$${name}\` refers to a factor that does not exist; ${allowedNames(
      name,
      factors.map((one) => one.name).filter((one) => !(RESERVED as readonly string[]).includes(one)),
    )}. Write \`$$\` for a dollar`;
    return [{ severity: 'error', code: 'UnknownFactor', path, message }];
  }
  if (field === undefined) return [];
  const without = factor.levels.find(({ value }) => typeof value !== 'object' || !Object.hasOwn(value, field));
  if (without === undefined) return [];
  const has = typeof without.value === 'object' ? `it has ${listed(Object.keys(without.value))}` : 'it is no mapping';
  const message =
    `\`$${name}.${field}\` needs \`${field}\` in every level of \`${name}\`; level ` +
    `\`${without.label}\` lacks it: ${has}`;
  return [{ severity: 'error', code: 'UnknownSetting', path, message }];
}

function unusedFactor(factor: Factor): Problem {
  const message =
    `nothing uses this factor: no target, fleet or workload refers to \`$${factor.name}\`, so its levels would be ` +
    'measured as one; write it where a setting varies, or take the factor out';
  return { severity: 'error', code: 'UnusedFactor', path: ['factors', factor.name], message };
}

/** `$HOME/data` is a plain text here: a reader may expect something else. Sums of money begin with a digit. */
function literalDollars(sections: Sections, factors: readonly Factor[]): Problem[] {
  return REFERRING.flatMap((section) => scalarsIn(sections[section], [section])).flatMap(
    ({ value, path }): Problem[] => {
      if (typeof value !== 'string' || referencesIn(value, []).length > 0) return [];
      const meant = factors.find(({ name }) => mentions(value, name))?.name;
      if (meant === undefined && !/^\$[^$\d]/.test(value)) return [];
      const message =
        meant === undefined
          ? `'${value}' is taken as it stands: only a whole value \`$name\` is a reference, and ` +
            `environment variables are not filled in`
          : `'${value}' is taken as it stands: \`$${meant}\` is a reference only where it is the whole value; write ` +
            `whole values into the levels of \`${meant}\``;
      return [{ severity: 'advice', code: 'LiteralDollar', path, message }];
    },
  );
}

/** `$name` or `${name}` somewhere in a text, not `$$name`. */
function mentions(text: string, name: string): boolean {
  const found = [...text.matchAll(/(?<!\$)\$\{?([A-Za-z][A-Za-z0-9_-]*)/g)];
  return found.some((match) => match[1] === name);
}
