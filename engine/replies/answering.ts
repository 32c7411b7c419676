/** How long people count as answering a lead after their last sign of writing, in seconds. */
export const answeringSeconds = 40
