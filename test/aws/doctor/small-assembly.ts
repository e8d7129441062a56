/** A synthesized deployment with one state machine, one role and their references. */
import type { Assembly } from '../../../lib/aws/doctor/assembly';
import templates from './small-assembly.json';

export const SMALL_ASSEMBLY: Assembly = {
  templates: { safety: JSON.stringify(templates.safety), bench: JSON.stringify(templates.bench) },
  readAsset: (key) => (key === 'abc.json' ? '{"States":{"Look":{"Resource":"${Role}"}}}' : ''),
};
