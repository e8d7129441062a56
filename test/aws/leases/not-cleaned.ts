/** What a receipt reports as not clean, for tests. */
import { listNotCleaned } from '../../../lib/aws/leases/clean';

type Parameter = Parameters<typeof listNotCleaned>;

export const listSentences = async (...of: Parameter) => (await listNotCleaned(...of)).map((one) => one.sentence);
export const listHosts = async (...of: Parameter) => (await listNotCleaned(...of)).flatMap(({ hosts }) => hosts);
