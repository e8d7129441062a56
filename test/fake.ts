/** Scripts in `fakes/` that stand for commands of a host: each notes its calls and answers as a test asks it to. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Its text, without the line that names its interpreter. */
export const fake = (name: string): string => readFileSync(join(__dirname, 'fakes', name), 'utf8');
