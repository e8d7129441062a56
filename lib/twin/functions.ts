/** The very handlers of `lambdas/`, as functions of the modelled account. */
import { handle as admit } from '../../lambdas/admit/handler';
import { handle as analyse } from '../../lambdas/analyse/handler';
import { handle as askServers } from '../../lambdas/ask-servers/handler';
import { handle as callStorage } from '../../lambdas/call-storage/handler';
import { handle as closeFence } from '../../lambdas/close-fence/handler';
import { handle as composeMail } from '../../lambdas/compose-mail/handler';
import { handle as deleteStorage } from '../../lambdas/delete-storage/handler';
import { handle as findOrphans } from '../../lambdas/find-orphans/handler';
import { handle as judgeHosts } from '../../lambdas/judge-hosts/handler';
import { handle as listHosts } from '../../lambdas/list-hosts/handler';
import { handle as listResources } from '../../lambdas/list-resources/handler';
import { handle as parseTrial } from '../../lambdas/parse-trial/handler';
import { handle as startGuardian } from '../../lambdas/start-guardian/handler';
import { handle as stopChildren } from '../../lambdas/stop-children/handler';
import { handle as writeReceipt } from '../../lambdas/write-receipt/handler';
import type { PlanningContext } from '../aws/context';
import type { FunctionName } from '../shapes/machines';

/** By the name of the function, which is the name of its folder in `lambdas/`. */
export const FUNCTIONS: Readonly<Record<FunctionName, (event: unknown, context: PlanningContext) => Promise<unknown>>> =
  {
    admit,
    'call-storage': callStorage,
    'close-fence': closeFence,
    'compose-mail': composeMail,
    'delete-storage': deleteStorage,
    'list-hosts': listHosts,
    'judge-hosts': judgeHosts,
    'stop-children': stopChildren,
    'list-resources': listResources,
    'find-orphans': findOrphans,
    'start-guardian': startGuardian,
    'parse-trial': parseTrial,
    'ask-servers': askServers,
    analyse,
    'write-receipt': writeReceipt,
  };
