/** Deletes one file system or volume of FSx. Called by the teardown machine. */
import * as z from 'zod';
import { deleteOne } from '../../lib/aws/fsx';
import { defineHandler } from '../../lib/aws/handler';

const event = z.object({ id: z.string().regex(/^fs(vol)?-[0-9a-f]+$/) });

export const { handle, handler } = defineHandler(event, deleteOne);
