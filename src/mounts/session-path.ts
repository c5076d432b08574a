/**
 * Sources in the session's own directory start with this: the plan is made before a session has a name, and its digest
 * must not depend on one. `pinAll` puts the real directory in its place.
 */
export const SESSION_PREFIX = '@session/';
