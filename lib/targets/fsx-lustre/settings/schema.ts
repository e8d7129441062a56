/** The schema of `fsx-lustre`. */
import type * as z from 'zod';
import { byType } from './by-type';
import type { FsxLustre } from './config';
import { raw } from './fields';

/** Takes what a spec says; gives back what may be given again. */
export const schema: z.ZodType<FsxLustre> = raw.transform(
  (given, context): FsxLustre =>
    byType(given, (name, message) => {
      context.addIssue({ code: 'custom', path: [name], message, input: given[name] });
    }),
);
