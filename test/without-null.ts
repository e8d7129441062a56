/** Settings in rows of JSON, without those that are null. */
export const withoutNull = (settings: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== null));
