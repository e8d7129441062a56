/** Settings of `external-nfs`: an export of a server that others own. */
import * as z from 'zod';
import { ELSEWHERE } from '../elsewhere';
import { addressSetting, FOLDER_SETTING, pathSetting } from '../foreign';

export const schema = z.strictObject({
  kind: z.literal('external-nfs'),
  address: addressSetting('Server that exports it, as hosts reach it.', ['10.20.0.15', 'nas.example.com']),
  export: pathSetting('Path that the server exports.', ['/export/bench', '/']),
  folder: FOLDER_SETTING,
  ...ELSEWHERE,
});

export type ExternalNfs = z.output<typeof schema>;
