// Limits of the contract, without its schemas, which would make the screens that show them load Zod.

/** The maximum length of feedback in characters. */
export const feedbackMax = 4000

/** How many emails a page has. */
export const mailsPerPage = 20
