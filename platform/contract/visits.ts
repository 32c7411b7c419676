/** The storage key that excludes a browser's visits from the count (DECISIONS 26). */
export const ignoreKey = 'plausible_ignore'

/** The path that events are sent to, below the analytics host (SPEC 7). */
export const eventPath = '/api/event'

/** The name of the event for a page view. */
export const pageView = 'pageview'
