/** In place of src/session/own-config-watch.ts: the agent's own configuration is not looked at. */
export const OwnConfigWatch = { open: (): null => null };
