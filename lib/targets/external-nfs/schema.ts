/** Settings of `external-nfs`: an export of a server that others own. */
import * as z from 'zod';
import { ELSEWHERE } from '../elsewhere';
import { settings } from '../../shapes/setting';
import words from '../settings.json';
import { addressSetting, FOLDER_SETTING, pathSetting } from '../foreign';

export const schema = settings(words['external-nfs'], {
  kind: z.literal('external-nfs'),
  address: addressSetting('Server that exports it, as hosts reach it.', ['10.20.0.15', 'nas.example.com']),
  export: pathSetting('Path that the server exports.', ['/export/bench', '/']),
  folder: FOLDER_SETTING,
  v3Ports: z.array(z.int().min(1).max(65_535)).min(1).max(8).default([111, 20_048]),
  ...ELSEWHERE,
});

export type ExternalNfs = z.output<typeof schema>;
