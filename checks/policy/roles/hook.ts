/** A state machine of others in the modelled account (`place.ts`), which the deployment may run. */
export const HOOK = 'arn:aws:states:xx-local-1:000000000000:stateMachine:grow';
