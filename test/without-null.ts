/** Settings in rows of JSON: those that are null are left out. */
export const withoutNull = (settings: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== null));
