/**
 * So long a browser test waits for what should be there in a moment. A machine that has other work may stand still for
 * a minute; what never comes costs this much, once more at the second try.
 */
export const patienceMs = 90_000

/** For a whole test, and for starting product and browser: room for more than one such wait. */
export const testPatienceMs = 240_000
