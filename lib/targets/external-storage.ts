/** External stores: address, and the part an execution uses. fsxbench touches only folders and images of its name. */
import texts from './messages.json';
import * as z from 'zod';
import { errorAt, listBroken, type Problem, fillText } from '../shapes/problem';
import { isServerName, SECRET_ARN_PATTERN } from '../shapes/secret-servers';
import { about } from '../shapes/setting';
import type { Change } from '../shapes/requests';
import { elsewhere as rules } from './rules.json';

/** For a server whose address programs could read in several ways. */
export const SERVER_RULE = texts.serverRule;

export function makeAddressField(what: string, examples: readonly string[]) {
  return z
    .string()
    .refine(isServerName, { error: ({ input }) => `found '${String(input)}'; allowed, without port: ${SERVER_RULE}` })
    .toLowerCase()
    .meta(about(what, { allowed: 'a name or an IPv4 address', examples: [...examples] }));
}

/** A path that needs no escapes in `mount` and `/proc/mounts`. */
const PATH = /^\/[A-Za-z0-9._+@=:/-]*$/;
/** A relative path; `.` is the folder itself. */
const FOLDER_PATTERN = /^[A-Za-z0-9._+@=-][A-Za-z0-9._+@=:/-]*$/;
const hasParent = (path: string): boolean => path.split('/').includes('..');

export function makePathField(what: string, examples: readonly string[]) {
  return z
    .string()
    .max(512)
    .regex(PATH, { error: 'a path that starts with `/`, of letters, digits and `. _ + @ = : - /`, e.g. /export/data' })
    .refine((path) => !hasParent(path), {
      error: ({ input }) => `found '${String(input)}'; allowed: a path without \`..\``,
    })
    .meta(about(what, { allowed: 'an absolute path without blanks', examples: [...examples] }));
}

export const FOLDER_SETTING = z
  .string({ error: 'needed here: a writable folder, e.g. bench; `.` for the whole mount' })
  .max(512)
  .regex(FOLDER_PATTERN, { error: 'a folder inside the mount, e.g. bench or teams/storage; `.` for all of it' })
  .refine((path) => !hasParent(path), {
    error: ({ input }) => `found '${String(input)}'; allowed: a path without \`..\``,
  })
  .meta(about(texts.folderIs, { allowed: 'a path inside the mount; `.` for all of it', examples: ['bench', '.'] }));

/**
 * The ARN of an external secret. Messages do not repeat the value, because it may be the secret itself.
 * @param of owner of the value, e.g. `the user` for its key
 */
export function makeSecretField(value: 'key' | 'token', of: string, name: string) {
  return z
    .string()
    .refine((text) => SECRET_ARN_PATTERN.test(text), { error: fillText(texts.secretArn, { value, of, name }) });
}

/** Loopback, link-local and multicast addresses. */
const UNREACHABLE_ADDRESS = [/^0\./, /^127\./, /^169\.254\./, /^2(2[4-9]|[3-5]\d)\./, /^localhost$/i];

/** Whether another machine can have the address. @param path of the setting, from the target's entry */
export function checkAddress(address: string, path: readonly (string | number)[]): Problem[] {
  if (!UNREACHABLE_ADDRESS.some((pattern) => pattern.test(address))) return [];
  return [errorAt('BadValue', [...path], `found ${address}; ${texts.unreachable}`)];
}

/** Advice to write `provisioned`, because a rehearsal has no other rates of external storage. */
export function adviseUnknownRates({ provisioned }: { readonly provisioned?: object | undefined }): Problem[] {
  return listBroken([provisioned === undefined, rules.unentitled]);
}

/** Refuses changes, for all external kinds. */
export const REFUSED_CHANGE: Change = {
  kind: 'recreate',
  why: 'fsxbench does not change external storage: other settings mean another store',
};
