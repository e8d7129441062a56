/** Scripts in `fakes/` replace commands of a host: each records its calls and answers as the test configures it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Its text, without the interpreter line. */
export const fake = (name: string): string => readFileSync(join(__dirname, 'fakes', name), 'utf8');
