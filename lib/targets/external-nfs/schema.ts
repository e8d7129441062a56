/** Settings of `external-nfs`: an export of a server that others own. */
import * as z from 'zod';
import { ELSEWHERE } from '../elsewhere';
import { about } from '../../shapes/setting';
import { addressSetting, FOLDER_SETTING, pathSetting } from '../foreign';

export const schema = z.strictObject({
  kind: z.literal('external-nfs'),
  address: addressSetting('Server that exports it, as hosts reach it.', ['10.20.0.15', 'nas.example.com']),
  export: pathSetting('Path that the server exports.', ['/export/bench', '/']),
  folder: FOLDER_SETTING,
  v3Ports: z
    .array(z.int().min(1).max(65_535))
    .min(1)
    .max(8)
    .default([111, 20_048])
    .meta(
      about(
        'TCP ports of the server beside 2049 that `nfsvers: 3` needs: what finds services, what mounts, what locks. ' +
          'Linux servers have what mounts at 20048; NetApp has 635, and locks at 4045 and 4046.',
        {
          allowed: 'a list of ports from 1 to 65535, e.g. [111, 635, 4045, 4046]',
          source: 'https://man7.org/linux/man-pages/man8/mountd.8.html',
        },
      ),
    ),
  ...ELSEWHERE,
});

export type ExternalNfs = z.output<typeof schema>;
