/**
 * Stores that exist already and that others own: where they are, and what of them is ours for a while. Nothing of them
 * is made, changed or deleted here, but for folders and images that carry our name.
 */
import texts from './messages.json';
import * as z from 'zod';
import { errorAt, listBroken, type Problem, fillText } from '../shapes/problem';
import { about } from '../shapes/setting';
import type { Change } from '../shapes/requests';
import { elsewhere as rules } from './rules.json';

/** A name or an IPv4 address: RFC 1123, labels of 1 to 63 characters. */
const ADDRESS =
  /^(?=.{1,253}$)[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?(\.[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*$/;
const IPV4 = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/;

/** A setting that is the address of a server. */
export function addressSetting(what: string, examples: readonly string[]) {
  return z
    .string()
    .regex(ADDRESS, { error: 'the name of a server or its IPv4 address, e.g. 10.20.0.15 or nas.example.com' })
    .meta(about(what, { allowed: 'a name or an IPv4 address', examples: [...examples] }));
}

/** A path without blanks, as `mount` and `/proc/mounts` can have it without escapes. */
const PATH = /^\/[A-Za-z0-9._+@=:/-]*$/;
/** The same, from a folder on; `.` is that folder. */
const FOLDER = /^[A-Za-z0-9._+@=-][A-Za-z0-9._+@=:/-]*$/;
const isOutside = (path: string): boolean => path.split('/').includes('..');

/** A setting that is a path of the server. */
export function pathSetting(what: string, examples: readonly string[]) {
  return z
    .string()
    .max(512)
    .regex(PATH, { error: 'a path that begins with `/`, of letters, digits and `. _ + @ = : - /`, e.g. /export/data' })
    .refine((path) => !isOutside(path), { error: ({ input }) => `found '${String(input)}'; a path without \`..\`` })
    .meta(about(what, { allowed: 'an absolute path without blanks', examples: [...examples] }));
}

/** The setting `folder` of a store. */
export const FOLDER_SETTING = z
  .string({ error: 'needed here: a folder that is free to write, e.g. bench; `.` for all that is mounted' })
  .max(512)
  .regex(FOLDER, { error: 'a folder inside of what is mounted, e.g. bench or teams/storage; `.` for all of it' })
  .refine((path) => !isOutside(path), { error: ({ input }) => `found '${String(input)}'; a path without \`..\`` })
  .meta(
    about(texts.folderIs, { allowed: 'a path inside of what is mounted; `.` for all of it', examples: ['bench', '.'] }),
  );

/**
 * The ARN of a secret of others. What stands there may be the secret itself: it is not said again.
 * @param of what its text is, e.g. `key` of `the key of the user`
 */
export function secretArn(thing: 'key' | 'token', of: string, name: string) {
  return z
    .string()
    .refine((text) => /^arn:aws:secretsmanager:[a-z0-9-]+:\d{12}:secret:[A-Za-z0-9/_+=.@-]{1,519}$/.test(text), {
      error: fillText(texts.secretArn, { thing, of, name }),
    });
}

/** Addresses that are the host itself, or nobody. */
const UNREACHABLE = [/^0\./, /^127\./, /^169\.254\./, /^2(2[4-9]|[3-5]\d)\./, /^localhost$/i];

/** Whether another machine can have the address. @param path of the setting, from the target's entry */
export function checkAddress(address: string, path: readonly (string | number)[]): Problem[] {
  const error = (message: string): Problem[] => [errorAt('BadValue', [...path], `found ${address}; ${message}`)];
  const parts = IPV4.exec(address)?.slice(1).map(Number);
  if (parts === undefined && /^[\d.]+$/.test(address))
    return error('an IPv4 address has four numbers, e.g. 10.20.0.15');
  if (parts?.some((part) => part > 255) === true) return error('numbers of an IPv4 address are 0 to 255');
  if (UNREACHABLE.some((pattern) => pattern.test(address)))
    return error('hosts would ask themselves, or nobody: write the address at which they reach the server');
  return [];
}

/** Advice where a rehearsal knows nothing of a store. */
export function adviseUnknown({ provisioned }: { readonly provisioned?: object | undefined }): Problem[] {
  return listBroken([provisioned === undefined, rules.unentitled]);
}

/** Of every foreign kind: nothing of a store is changed here. */
export const EXTERNAL_CHANGE: Change = {
  kind: 'recreate',
  why: 'it is not made here, and nothing of it is changed: other settings are another store',
};
