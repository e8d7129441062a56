/** `${Name}` inside a text, as in the `DefinitionSubstitutions` of CloudFormation. */
const PLACEHOLDER = /\$\{(\w+)\}/g;

/**
 * Replaces placeholders in the texts of a JSON value, but not in member names.
 * @param missing collects the names without a substitution.
 */
export function replacePlaceholders(
  value: unknown,
  substitutions: Readonly<Record<string, string>>,
  missing: Set<string>,
): unknown {
  if (typeof value === 'string') {
    return value.replace(PLACEHOLDER, (placeholder, name: string) => {
      const known = Object.hasOwn(substitutions, name) ? substitutions[name] : undefined;
      if (known !== undefined) return known;
      missing.add(name);
      return placeholder;
    });
  }
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => replacePlaceholders(item, substitutions, missing));
  const entries = Object.entries(value);
  return Object.fromEntries(entries.map(([key, item]) => [key, replacePlaceholders(item, substitutions, missing)]));
}
