/** Where a browser keeps that its visits are not to be counted (DECISIONS 26). */
export const ignoreKey = 'plausible_ignore'

/** Where events are sent to, below the address of whoever counts them (SPEC 7). */
export const eventPath = '/api/event'

/** The name of the event that a page was shown. */
export const pageView = 'pageview'
