/**
 * The time in ms that browser tests wait for an element. A busy machine may stall for a minute. A missing element costs
 * this time twice, because of the retry.
 */
export const patienceMs = 90_000

/** The timeout in ms of a test, and of starting the product and browser. It has room for several waits. */
export const testPatienceMs = 240_000
