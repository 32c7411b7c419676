// Limits of the contract, without its schemas, which would make the screens that show them load Zod.

/**
 * The size of an upload chunk, in bytes; only the last chunk is smaller. A slow connection can send one well within the
 * one-minute request timeout, and proxies accept it by default.
 */
export const chunkBytes = 1024 * 1024

/** The upload limit, in bytes. Larger archives are imported on the command line, which reads them in place. */
export const uploadMaxBytes = 2 * 1024 ** 3

/** The error for larger files. */
export const uploadTooLarge = 'Uploads can be up to 2 GB. To import a larger archive, use npm run import on the server.'
