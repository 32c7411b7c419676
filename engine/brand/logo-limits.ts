/** The most bytes of an uploaded logo. */
export const logoBytesMax = 1024 * 1024
