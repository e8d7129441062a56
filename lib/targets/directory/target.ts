/**
 * A directory of this machine: a disk that is mounted somewhere, or a memory file system. Every rig gets a directory of
 * its own in it, which its hosts share and which is removed with them.
 */
import * as z from 'zod';
import type { Problem } from '../../shapes/problem';
import { about } from '../../shapes/setting';
import type { Target } from '../contract';
import { renderScript } from '../../workloads/shell';
import { checkElsewhere, ELSEWHERE, OWNED_ELSEWHERE } from '../elsewhere';
import { mountFixture } from '../mount-fixture';
import { ALLOWED_PLACE, unfitPlace } from '../places';

const schema = z.strictObject({
  kind: z.literal('directory'),
  path: z
    .string()
    .min(1, { error: 'the path of a directory, absolute or from the working directory' })
    .max(1024)
    .refine(printable, { error: 'a path without line breaks, tabs and other control characters' })
    .meta(
      about('Path of the directory, absolute or from the working directory; it is made where it is missing.', {
        examples: ['/mnt/data/bench', '.fsxbench/disk'],
      }),
    ),
  ...ELSEWHERE,
});

export type Directory = z.output<typeof schema>;

/** The kind `directory`. */
export const directory: Target<Directory, Record<string, never>> = {
  ...OWNED_ELSEWHERE,
  kind: 'directory',
  summary: 'A directory of this machine, e.g. on a disk or in memory.',
  local: true,
  schema,
  check,
  userData: ({ path }, { rigTag }, files) => {
    const comment = [`Boot: the directory of rig ${rigTag}.`];
    const variables = { FSXBENCH_TARGET_PATH: path, FSXBENCH_RIG_TAG: rigTag };
    return renderScript({ comment, variables, files: ['boot.sh'] }, files);
  },
  mountSchema: z.strictObject({}),
  change: () => ({ kind: 'recreate', why: 'a directory of this machine cannot be changed: each gets one of its own' }),
  mount: (_config, _options, place) => {
    const script = (comment: string, file: string): string =>
      renderScript({ comment: [comment], variables: {}, files: [file] }, place.files);
    return mountFixture(place, {
      up: script('Shows that the target can be written.', 'prepare.sh'),
      // What the directory holds goes with its rig.
      down: script('Nothing is mounted here.', 'down.sh'),
      // It writes one small file.
      expectedSeconds: 1,
      timeoutSeconds: 60,
    });
  },
  mounted: () => [],
  closesEarly: true,
  // A rehearsal could say nothing about a disk that can be measured at once.
  model: () => null,
};

/** Control characters would have to be shown, logged and typed; nobody names a directory so on purpose. */
function printable(path: string): boolean {
  return [...path].every((character) => character >= ' ' && character !== '\u007f');
}

function check(config: Directory): Problem[] {
  return [...checkPath(config), ...checkElsewhere(config)];
}

function checkPath({ path }: Directory): Problem[] {
  const error = (code: string, message: string): Problem[] => [{ severity: 'error', code, path: ['path'], message }];
  if (path.startsWith('~'))
    return error('BadValue', `found '${path}'; \`~\` is not expanded here. Write the whole path, or a relative one`);
  const why = path.startsWith('/') ? unfitPlace(path) : null;
  return why === null ? [] : error('NoPlaceForData', `found '${path}'; allowed: ${ALLOWED_PLACE}. ${why}`);
}
