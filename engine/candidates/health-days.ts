/** The days that the statistics of keywords and competitors cover. */
export const healthDays = 30
