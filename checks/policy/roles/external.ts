/** External resources in the simulated account (`place.ts`), which the deployment may use. */
export const HOOK = 'arn:aws:states:xx-local-1:000000000000:stateMachine:grow';
/** A secret of the setting `secrets`. */
export const TOKEN = 'arn:aws:secretsmanager:xx-local-1:000000000000:secret:prometheus-AbCdEf';
