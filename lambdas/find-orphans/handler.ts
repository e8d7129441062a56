/** Finds executions without a guardian that left resources. Called by the janitor on its schedule. */
import * as z from 'zod';
import { defineHandler } from '../../lib/aws/handler';
import { findOrphans } from '../../lib/aws/recovery/orphans';

export const { handle, handler } = defineHandler(z.object({}), (_event, context) => findOrphans(context));
