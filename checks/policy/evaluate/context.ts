/** What a request says of itself: keys without regard to case, each with one value or several. */

export class Context {
  private readonly values = new Map<string, readonly string[]>();

  /** @param given a key whose value is undefined is absent; a list is a key of several values, which may be none */
  constructor(given: Readonly<Record<string, string | readonly string[] | undefined>> = {}) {
    for (const [key, value] of Object.entries(given)) {
      if (value !== undefined) this.values.set(key.toLowerCase(), typeof value === 'string' ? [value] : value);
    }
  }

  /** Undefined where the request does not have the key. */
  get(key: string): readonly string[] | undefined {
    return this.values.get(key.toLowerCase());
  }
}
