/** A small file system that breaks no rule. */
import type { FsxOpenZfs } from '../../../lib/targets/fsx-openzfs/schema';
import configs from './config.json';

export const CONFIG = configs.config as FsxOpenZfs;
